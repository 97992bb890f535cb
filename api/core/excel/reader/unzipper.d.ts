/** The part of unzipper that reads the directory of a zip archive; the package has no types. */
declare module "unzipper" {
  /** What the directory declares of a file. */
  export interface Entry {
    readonly path: string;
    readonly flags: number;
    readonly compressionMethod: number;
    readonly crc32: number;
    /** In bytes, as the next one. */
    readonly compressedSize: number;
    readonly uncompressedSize: number;
    readonly offsetToLocalFileHeader: number;
    buffer(): Promise<Buffer>;
  }

  export const Open: {
    /** @param options.tailSize how many bytes at the end are searched for the directory */
    buffer(archive: Buffer, options?: { tailSize: number }): Promise<{ files: Entry[] }>;
  };
}
