import { xidByCode } from '../../knowledge/xid'
import { gpuReadings } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import {
  applicationCodes,
  isSecondary,
  nvlinkCodes,
  offBusCode,
  recoveryCode,
  xidGroups,
  xidSeverity,
} from '../support/xid'

/** An Xid that points at the GPU or its board, or a recovery action that the driver asks for. */
export const xidHardware = defineRule({
  id: 'xid-hardware',
  area: 'xid',
  since: '0.1',
  needs: [],
  check(node, context) {
    const groups = xidGroups(
      node,
      (event) =>
        event.code !== undefined &&
        !applicationCodes.has(event.code) &&
        !nvlinkCodes.has(event.code) &&
        event.code !== offBusCode &&
        event.code !== recoveryCode &&
        !isSecondary(event, node.events),
    )
    for (const group of groups) {
      const known = xidByCode(group.code)
      const first = group.events[0]
      context.report({
        severity: xidSeverity(group.code),
        variant: known ? undefined : 'unknown',
        on: group.on,
        evidence: someOf(
          group.events.map((event) => event.source),
          6,
        ),
        data: {
          node: node.name,
          code: group.code,
          place: group.place,
          count: group.count,
          name: known?.name ?? '',
          meaning: known?.meaning ?? '',
          action: known?.action ?? '',
          time: first?.timeText ?? '',
        },
      })
    }
    let recovery = false
    for (const gpu of node.gpus) {
      const asked = gpuReadings(gpu, 'recoveryAction').find(
        (reading) => !/^(?:none|n\/a|requested functionality has been deprecated)?$/i.test(reading.value.trim()),
      )
      if (!asked) continue
      recovery = true
      context.report({
        severity: 'warning',
        variant: 'recovery',
        on: [gpuEntity(gpu)],
        evidence: [asked.source],
        data: {
          node: node.name,
          place: gpuLabel(gpu),
          action: asked.value,
          code: 0,
          count: 1,
          name: '',
          meaning: '',
          time: '',
        },
      })
    }
    const looked =
      node.events.some((event) => event.kind === 'xid') ||
      node.parsed.some((section) => section.format === 'host/kernel-log')
    if (groups.length === 0 && !recovery && !looked) context.notChecked(['kernel-log'], 'sudo dmesg -T')
  },
})
