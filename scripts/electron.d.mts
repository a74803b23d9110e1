export declare function findElectron(): string | undefined
export declare function downloadElectron(): Promise<string | undefined>
export declare function hasDisplay(): boolean
