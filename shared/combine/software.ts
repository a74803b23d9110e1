import { bugReportVersions } from '../formats/host/bug-report-versions'
import { collectEnv } from '../formats/host/collect-env'
import { driverVersion } from '../formats/host/driver-version'
import { fabricManagerLog } from '../formats/host/fabric-manager-log'
import { kernelLog } from '../formats/host/kernel-log'
import { uname } from '../formats/host/uname'
import { nvbandwidth } from '../formats/bench/nvbandwidth'
import { dcgmDiag } from '../formats/dcgm/diag'
import { dcgmDiagJson } from '../formats/dcgm/diag-json'
import { ncclLog } from '../formats/nccl/log'
import { ncclTests } from '../formats/nccl/tests'
import { ncclTestsJson } from '../formats/nccl/tests-json'
import { smiVersion } from '../formats/nvidia-smi/version'
import type { Parsed } from '../model/format'
import type { Software } from '../model/node'
import type { Sourced } from '../model/source'
import { querySections } from './queries'
import { at, collect, of } from './sections'

/** Versions, every place that names one: sources that disagree stay visible. */
export function softwareOf(sections: readonly Parsed[], isThisHost: (host: string) => boolean): Software {
  const driver: Sourced<string>[] = []
  const cuda: Sourced<string>[] = []
  const nccl: Sourced<string>[] = []
  const fabricManager: Sourced<string>[] = []
  const dcgm: Sourced<string>[] = []
  const kernel: Sourced<string>[] = []
  for (const section of querySections(sections)) {
    collect(driver, section, section.value.driver)
    collect(cuda, section, section.value.cuda)
  }
  for (const section of of(sections, smiVersion)) {
    collect(driver, section, section.value.driver)
    collect(cuda, section, section.value.cuda)
  }
  for (const section of of(sections, driverVersion)) collect(driver, section, section.value.version)
  // The last load in the kernel log is the driver that runs; earlier boots may stand above it.
  for (const section of of(sections, kernelLog)) collect(driver, section, section.value.driver.at(-1))
  for (const section of of(sections, bugReportVersions)) {
    collect(driver, section, section.value.driver)
    collect(fabricManager, section, section.value.fabricManager)
  }
  for (const section of of(sections, collectEnv)) {
    collect(driver, section, section.value.driver)
    collect(nccl, section, section.value.nccl)
  }
  for (const section of of(sections, nvbandwidth)) collect(driver, section, section.value.driver)
  for (const section of of(sections, fabricManagerLog)) collect(fabricManager, section, section.value.version)
  for (const section of of(sections, ncclLog)) {
    for (const version of section.value.versions) {
      // The line with the git branch has no number.
      if (version.version === '' || !(version.host === '' || isThisHost(version.host))) continue
      nccl.push({ value: plainVersion(version.version), source: at(section, version.line) })
    }
  }
  for (const section of [...of(sections, ncclTests), ...of(sections, ncclTestsJson)]) {
    const version = section.value.ncclVersion
    if (version) nccl.push({ value: plainVersion(version.value), source: at(section, version.line) })
  }
  for (const section of [...of(sections, dcgmDiag), ...of(sections, dcgmDiagJson)])
    collect(dcgm, section, section.value.version)
  for (const section of of(sections, uname)) collect(kernel, section, section.value.kernel)
  return { driver, cuda, nccl, fabricManager, dcgm, kernel }
}

/** `2.28.9+cuda13.0` is NCCL 2.28.9. */
export function plainVersion(version: string): string {
  return version.split('+')[0] ?? version
}
