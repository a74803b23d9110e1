import type { RuleTexts } from '../types'

export const fabricEn: RuleTexts = {
  'fabric-not-completed': {
    title: 'Fabric state "{state}" on {count} of {total} GPUs ({gpus})',
    why: 'GPUs on an NVSwitch board join the fabric when Fabric Manager has set it up. As long as the state is not Completed, CUDA refuses to start with error 802 (system not yet initialized).',
    cost: 'Nothing runs on these GPUs.',
    remedy: [
      'Look at the service: `systemctl status nvidia-fabricmanager` and `sudo tail -50 /var/log/fabricmanager.log`',
      'Start it: `sudo systemctl enable --now nvidia-fabricmanager`',
      'If a GPU or NVSwitch is missing, deal with that first: the fabric waits for it.',
      'In a virtual machine the host must activate the partition.',
    ],
    variants: {
      unnamed: { title: 'Fabric state "{state}" on a GPU that the capture does not name' },
      status: {
        title: 'Fabric state Completed, but status "{status}" on {count} of {total} GPUs ({gpus})',
        why: 'Completed alone is not enough: the status behind it says "{status}". Such a node was seen to fail in jobs.',
      },
    },
  },
  'fabric-manager-not-running': {
    title: 'Fabric Manager does not run ({state})',
    why: '{node} is an NVSwitch machine: without Fabric Manager its GPUs never join the fabric, and CUDA refuses to start with error 802.',
    cost: 'Nothing runs on the node.',
    remedy: [
      'Start it and keep it: `sudo systemctl enable --now nvidia-fabricmanager`',
      'If it stops again: `sudo journalctl -u nvidia-fabricmanager -n 50`',
    ],
    variants: {
      missing: {
        title: 'Fabric Manager is not installed',
        remedy: [
          'Install the package of exactly the version of the driver ({driver}).',
          '`sudo systemctl enable --now nvidia-fabricmanager`',
        ],
      },
      'not-ready': {
        title: 'CUDA says 802 (system not yet initialized): the NVSwitch fabric is not up',
        why: 'On an NVSwitch machine CUDA refuses to start until Fabric Manager has set up the fabric. It is not installed, does not run, has another version than the driver, or has not come to its end.',
        remedy: [
          'Look at the service: `systemctl status nvidia-fabricmanager`; the package must be of exactly the version of the driver.',
          'Start it and keep it: `sudo systemctl enable --now nvidia-fabricmanager`',
          'If it runs: `nvidia-smi -q | grep -A3 Fabric` and `sudo tail -50 /var/log/fabricmanager.log`',
          'With confidential computing on, the GPUs must be set ready too: `nvidia-smi conf-compute -srs 1`',
        ],
      },
    },
  },
  'fabric-manager-version-mismatch': {
    title: 'Fabric Manager {manager} with driver {driver}',
    why: 'Fabric Manager works only with a driver of exactly its own version. With another it exits, the fabric stays down and CUDA says 802.',
    cost: 'Nothing runs on the node.',
    remedy: [
      'Install the Fabric Manager package of the driver’s version.',
      'Hold both packages so that unattended upgrades do not part them again.',
    ],
  },
  'fabric-manager-nothing-to-do': {
    title: 'Fabric Manager has nothing to do here: no NVSwitch',
    why: '{product} cards have no NVSwitch, with or without bridges. The message NV_WARN_NOTHING_TO_DO is right.',
    cost: 'None.',
    remedy: ['Disable the service: `sudo systemctl disable --now nvidia-fabricmanager`'],
  },
  'fabric-nvswitch-missing': {
    title: 'NVSwitches are missing: Fabric Manager found {found}',
    why: 'The board of {node} ({product}) has NVSwitches, and Fabric Manager does not find the number that any board has. Without them there is no NVLink at all.',
    cost: 'No NVLink on the node.',
    remedy: [
      'Count them: `lspci -d 10de: | grep -i bridge`',
      'Look for SXid: `sudo dmesg -T | grep SXid`',
      'Power off completely and on again; then return the board.',
    ],
    variants: {
      uncounted: {
        title: 'NVSwitches are missing: their number fits no board that Fabric Manager knows',
        why: 'Fabric Manager does not find the number of NVSwitches that any board has, and exits. Without them there is no NVLink at all.',
      },
      nvlsm: {
        title: 'Fabric Manager finds nothing to manage on {product}',
        why: 'On this generation the NVSwitches are no PCI devices of the node. The message points at the subnet manager (NVLSM) or its adapters.',
        remedy: [
          'Check NVLSM: `systemctl status nvlsm; ibstat`',
          'Check that the ib_umad module is loaded: `lsmod | grep ib_umad`',
          'Then restart Fabric Manager: `sudo systemctl restart nvidia-fabricmanager`',
        ],
      },
    },
  },
  'fabric-health-degraded': {
    title: 'Fabric health: {what} is "{value}" on {gpus}',
    why: 'The driver itself says that the fabric of these GPUs is not whole.',
    cost: 'Less NVLink bandwidth, or routes that fail, also towards other nodes of a rack.',
    remedy: [
      'Look at the Fabric Manager (or NMX) log for the same time.',
      'Drain and reset the GPUs: `nvidia-smi -r`',
      'If it stays, open a ticket with the log of `sudo nvidia-bug-report.sh`.',
    ],
  },
}
