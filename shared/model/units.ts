/** Unit aliases: a signature says its unit. All rates are one direction unless the name says otherwise. */

/** 1e9 bytes per second. */
export type GigabytesPerSecond = number
/** 1e9 bits per second: what a network port is sold by. */
export type GigabitsPerSecond = number
/** 1e9 transfers per second: what a PCIe lane is sold by. */
export type GigatransfersPerSecond = number
export type Bytes = number
export type Microseconds = number
/** Milliseconds since 1970-01-01 UTC. */
export type EpochMs = number
/** Seconds since the kernel booted. */
export type BootSeconds = number
export type Watts = number
