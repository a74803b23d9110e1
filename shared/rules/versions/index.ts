import type { Rule } from '../../model/rule'
import { cudaNewerThanDriver } from './cuda-newer-than-driver'
import { driverLibraryMismatch } from './driver-library-mismatch'
import { ncclVersionKnownBad } from './nccl-version-known-bad'

export const versionsRules: readonly Rule[] = [driverLibraryMismatch, cudaNewerThanDriver, ncclVersionKnownBad]
