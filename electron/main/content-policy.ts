/**
 * What a page of the app may load. Style attributes are allowed because drawings and virtual lists set positions; they can
 * load nothing that img-src does not allow. Style elements and inline scripts are not.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A report on its way to the printer: one page of text and drawings that brings its own styles and runs nothing. */
export const printPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
