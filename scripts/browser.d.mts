export declare function findBrowser(): Promise<string | undefined>
export declare const howToGetBrowser: string
export declare const browserFlags: string[]
