import type { RuleTexts } from '../types'
import { ncclEnvNetworkEn } from './nccl-env-network'

const everywhere =
  'Look at every place that may set it: the job script, `/etc/nccl.conf`, `~/.nccl.conf`, ENV of the image, the scheduler prolog: `env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`'

export const ncclEnvEn: RuleTexts = {
  'nccl-unknown-variable': {
    title: '{name}: no NCCL release reads this name, so it is ignored without a word',
    why: '{name}={value} is set, and no NCCL release from 2.3 to 2.30 reads such a variable; no known plugin or framework owns it either. NCCL never reports a name that it does not know, so nothing in a log will show the mistake.',
    cost: 'The setting has no effect. Whoever wrote it believes otherwise.',
    remedy: [
      'Delete it, or write the name that is meant.',
      'Check that the log echoes it: `NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV` prints "set by environment to" for what is read.',
    ],
    variants: {
      near: {
        title: '{name}: no NCCL release reads this name, so it is ignored; nearest real name: {best}',
        why: '{name}={value} is set, and no NCCL release from 2.3 to 2.30 reads such a variable; no known plugin or framework owns it either. Nearest real names: {nearest}. NCCL never reports a name that it does not know, so nothing in a log will show the mistake.',
      },
      prefix: {
        title: '{name}: the prefix is not NCCL_, so it is ignored; {best} is meant',
        why: '{name}={value} lacks a letter of the prefix, so NCCL does not see it. Nearest real name: {nearest}.',
        cost: 'The setting has no effect. CCL_NET_GDR_LEVEL for NCCL_NET_GDR_LEVEL cost one site its small-message bandwidth for months.',
      },
    },
  },
  'nccl-deprecated-variable': {
    title: '{name} was removed in NCCL {removed} and does nothing now',
    why: '{name}={value} comes from an old guide. NCCL {removed} and later do not read it.',
    cost: 'None by itself; it gives a false impression of control.',
    remedy: ['Remove it.'],
    variants: {
      replaced: {
        title: '{name} was removed in NCCL {removed}; {replacement} came in its place',
        remedy: ['Remove it. If the effect is still wanted, use {replacement}.'],
      },
      alias: {
        title: '{name} is an old alias of {replacement}',
        why: '{name}={value} is still read, and only if the newer name is not set.',
        remedy: ['Use {replacement}, or better leave the channel count to NCCL.'],
      },
      'launch-mode': {
        title: 'NCCL_LAUNCH_MODE=GROUP is deprecated since NCCL 2.9',
        why: 'It changes how a process with several GPUs launches kernels; it was a workaround of old drivers.',
        remedy: ['Remove it.'],
      },
      'numeric-level': {
        title: '{name}={value} is written as an old number',
        why: 'Numbers of NCCL 2.3 still work: 0 LOC, 1 PIX, 2 PXB, 3 PHB, 4 and more SYS. They have no value for the newer levels and are easily misread.',
        remedy: ['Write the word that is meant, in upper case: PIX, PXB, PHB or SYS.'],
      },
    },
  },
  'nccl-value-invalid': {
    title: '{name}={value} is not a value that NCCL takes as written',
    why: 'NCCL reads integers with strtoll and words by exact comparison, and it does not complain about most mistakes.',
    cost: 'The setting does something else than what was meant, or nothing. Default: {default}.',
    remedy: ['Write an accepted form: {accepted}', everywhere],
    variants: {
      'not-a-number': {
        title: '{name}={value} is read as 0: NCCL takes digits only',
        why: 'NCCL parses this variable as an integer. Words such as true, yes or on have no digits in front and give 0.',
        remedy: ['Write the number: `{name}=1`', everywhere],
      },
      'trailing-text': {
        title: '{name}={value} is read as {read}: the text behind the number is dropped',
        why: 'NCCL parses this variable as a plain integer. Suffixes such as K, M or s are not known to it.',
        remedy: ['Write the whole number, for bytes `8388608` and not 8M.', everywhere],
      },
      octal: {
        title: '{name}={value} is read as {read}: a leading 0 means octal',
        remedy: ['Drop the leading zero.', everywhere],
      },
      'out-of-range': {
        title: '{name}={value} does not fit into 64 bits: the default is used',
      },
      'outside-accepted': {
        title: '{name}={value} is outside what NCCL accepts ({accepted})',
        why: 'The number is read, and NCCL clamps it, ignores it or treats it as another value, by release.',
      },
      'not-exactly-one': {
        title: '{name}={value}: only exactly 1 acts',
        why: 'This switch compares with 1. Every other number leaves the feature as it is.',
        remedy: ['Write `{name}=1` if it is meant, else remove it.', everywhere],
      },
      'unknown-level': {
        title: '{name}={value} is no level, so it is ignored',
        why: 'Levels are compared exactly and in upper case. Anything else is ignored without a line in the log, and the default stays.',
      },
      'unknown-word': {
        title: '{name}={value}: NCCL does not know this word',
      },
      'words-ignored': {
        title: '{name}={value}: a part of the list is not known and is ignored',
      },
      'init-fails': {
        title: '{name}={value} stops NCCL 2.24 and later at init',
        why: 'Since NCCL 2.24 an unknown word, or a group without its function, is an error: "Unrecognized element token", invalid usage. Older releases ignored it.',
        cost: 'The job does not start.',
      },
      'blank-in-list': {
        title: '{name}: blanks in the list, so the entry behind a blank matches nothing',
        why: 'NCCL splits "{value}" at commas and trims nothing. An entry that begins with a blank is compared with the blank in front.',
        remedy: ['Write the list without blanks.', everywhere],
      },
      'late-caret': {
        title: '{name}={value}: ^ and = count only at the very beginning',
        why: 'One ^ in front excludes all entries, one = in front asks for whole names for all. Inside the list they are taken as part of a name, which then matches nothing.',
        remedy: ['Write `^a,b` to exclude, `=a,b` for whole names, `^=a,b` for both.', everywhere],
      },
      merge: {
        title: 'NCCL could not merge the adapters that NCCL_NET_FORCE_MERGE names',
        why: 'The log says "Could not force merge": a name of the list is no adapter of {node}, or ports of one list cannot be joined.',
        cost: 'The adapters stay single, and the plan is another one than asked for.',
        remedy: ['List the names where the job runs: `ibv_devinfo -l`', everywhere],
      },
      said: {
        title: 'NCCL itself says: invalid value {value} for {name}, default {default} used',
        why: 'The log has the line "Invalid value ... using default".',
        remedy: ['Write an accepted number, or remove the setting.', everywhere],
      },
    },
  },
  'nccl-algo-pinned': {
    title: 'NCCL_ALGO={value} takes the choice of algorithm from NCCL',
    why: 'NCCL chooses among Ring, Tree, NVLS and others by size and topology. A fixed list is right in a test that asks for it and wrong in production. It says nothing about send/receive and all-to-all, which do not look at it.',
    cost: 'Ring in place of NVLS on one node of eight H100: about 370 GB/s where 480 is possible. On two H200 Tree gave 1.04 of the default at 1 GiB.',
    remedy: ['Unset it in production; keep it only in the test that needs it.', everywhere],
    variants: {
      'two-nodes': {
        title: 'NCCL_ALGO={value} on two hosts: the usual way to test the network',
        why: 'With two hosts the default (Tree) can read up to twice the wire. Ring measures the network itself, which is why acceptance tests ask for it.',
        remedy: ['Nothing to do in a test. Unset it in production.'],
      },
      unsuited: {
        title: 'NCCL_ALGO={value} cannot serve this machine or this collective',
        why: 'NVLS needs Hopper or later behind NVSwitch, NVLSTree needs several nodes, and Tree serves all-reduce only. Since NCCL 2.24 there is no silent fall back: a function without an allowed algorithm fails.',
        cost: '"No algorithm/protocol available" and a stopped job since 2.24, another algorithm than asked before.',
      },
      refused: {
        title: 'NCCL_ALGO={value}: NCCL refused it and stopped',
        why: 'The log of this job has "Unrecognized element token" or "No algorithm/protocol available": since NCCL 2.24 that ends init or the first collective with invalid usage.',
        cost: 'The job does not run.',
        remedy: [
          'Unset NCCL_ALGO, or write words of this release: Tree, Ring, CollnetDirect, CollnetChain, NVLS, NVLSTree, PAT.',
          everywhere,
        ],
      },
    },
  },
  'nccl-proto-ll-pinned': {
    title: 'NCCL_PROTO={value} leaves out Simple, the protocol of large messages',
    why: 'LL stores a flag beside every four bytes, so half of what moves is payload. It is made for small messages. NCCL switches between protocols by itself.',
    cost: 'At most half of the bandwidth at large sizes; 0.38 of the default measured on two H200 at 1 GiB.',
    remedy: ['Unset NCCL_PROTO. If it was set to dodge a hang, upgrade NCCL instead.', everywhere],
    variants: {
      measured: {
        title: 'NCCL_PROTO={value} leaves out Simple: this run ends at {best} GB/s',
        why: 'LL stores a flag beside every four bytes, so half of what moves is payload. It is made for small messages. The largest rows of this run reach {best} GB/s.',
      },
      ll128: {
        title: 'NCCL_PROTO={value}: LL128 for every size',
        why: 'LL128 carries 120 bytes of payload in 128 and needs stores of 128 bytes to stay in order, which NVLink inside a node gives and other paths may not.',
        cost: '0.94 of the default measured on two H200 at 1 GiB. Where the order does not hold: hangs or wrong data.',
      },
      wrong: {
        title: 'NCCL_PROTO={value} and wrong results in the same run',
        why: 'The run counts wrong values while the protocol is fixed. LL128 on a path that does not keep the order of 128-byte stores corrupts data.',
        cost: 'Silent corruption of training.',
        remedy: ['Unset NCCL_PROTO and repeat the run; then `NCCL_PROTO=Simple` as a probe.', everywhere],
      },
    },
  },
  'nccl-p2p-disabled': {
    title: '{name}={value}: peer access is off on a machine with NVLink',
    why: 'With P2P off, ranks of {node} that NVLink joins exchange their data through host memory (SHM), and with SHM off too through the network. The setting is often the left-over of a workaround.',
    cost: 'A tenth or less: 27 in place of 300 GB/s measured on two H200, 3 GB/s with SHM off too; tens of GB/s in place of 220 on A100.',
    remedy: [
      'Unset {name}.',
      everywhere,
      'If it was set because P2P hung: look at ACS and the IOMMU: `sudo lspci -vvv | grep -i acsctl; cat /proc/cmdline`',
    ],
    variants: {
      pcie: {
        title: '{name}={value}: peer access is off between GPUs behind one PCIe switch',
        why: 'NCCL would use peer access between GPUs behind one PCIe switch of {node}. With it off the data goes through host memory.',
        cost: 'Depends on the machine: host memory costs two copies and CPU bandwidth.',
      },
      far: {
        title: '{name}={value}: peer access is off; between these GPUs NCCL would hardly use it',
        why: 'The GPUs of {node} are joined over the host bridge or between sockets. NCCL does not use peer access over that distance by itself (except for two GPUs on AMD).',
        cost: 'Little or none.',
      },
      impossible: {
        title: '{name}={value}: these GPUs have no peer access anyway',
        why: 'The stock driver gives no peer access between these GPUs, so NCCL uses host memory with or without the setting.',
        cost: 'None.',
        remedy: ['Nothing to do.'],
      },
      unknown: {
        title: '{name}={value}: peer access is off',
        why: 'No capture shows how the GPUs of {node} are joined, so what it costs is not known. With NVLink it costs nine tenths of the bandwidth.',
        cost: 'A tenth of the bandwidth remains where NVLink joins the GPUs; little is lost where PCIe over the host bridge does.',
      },
      loopback: {
        title: '{name}={value} together with SHM off: a test of the NICs inside one node',
        why: 'P2P and SHM are both off and an RDMA network is in use: data between GPUs of {node} goes through the NICs on purpose.',
        cost: 'None in such a test; a tenth of the bandwidth in production.',
        remedy: ['Unset both after the test.'],
      },
    },
  },
  'nccl-p2p-level-forced': {
    title: 'NCCL_P2P_LEVEL={value} allows peer access over the host bridge',
    why: 'By default NCCL uses peer access up to PXB (up to SYS on AMD with two GPUs). {level} allows it over the CPU, where some machines gain and others lose.',
    cost: 'Unknown until both are measured.',
    remedy: ['Run the same test with and without it, and keep what is faster.', everywhere],
    variants: {
      intel: {
        title: 'NCCL_P2P_LEVEL={value} forces peer access over an Intel host bridge',
        why: 'The GPUs of {node} are joined by PCIe only and the CPU is Intel: peer transfers over its host bridge or between its sockets are often slower than shared memory.',
        cost: 'All-to-all on eight L20 was slower than with shared memory.',
      },
    },
  },
  'nccl-shm-disabled': {
    title: 'NCCL_SHM_DISABLE=1: without shared memory the network carries traffic inside the node',
    why: 'Ranks of {node} that have no peer access use host memory. With that off too NCCL sends the data out of a NIC and back, or over TCP.',
    cost: '3 in place of 269 GB/s measured on two H200 with P2P off as well.',
    remedy: [
      'Unset NCCL_SHM_DISABLE. If /dev/shm was too small, give it space: `--shm-size=1g` or `--ipc=host`',
      everywhere,
    ],
    variants: {
      net: {
        title: 'NCCL_SHM_DISABLE=1: ranks of one host talk over the network ({via})',
      },
      nvlink: {
        title: 'NCCL_SHM_DISABLE=1: without effect while NVLink joins all GPUs',
        why: 'Between GPUs of {node} NCCL uses peer access over NVLink, so shared memory is not needed. The setting hurts as soon as peer access is lost.',
        cost: 'None today.',
      },
      loopback: {
        title: 'NCCL_SHM_DISABLE=1 together with P2P off: a test of the NICs inside one node',
        why: 'P2P and SHM are both off and an RDMA network is in use: data between GPUs of {node} goes through the NICs on purpose.',
        cost: 'None in such a test.',
        remedy: ['Unset both after the test.', everywhere],
      },
    },
  },
  'nccl-channels-pinned': {
    title: '{name}={value}: NCCL may not plan its channels as it would',
    why: 'NCCL derives channels, threads and buffers from the topology. This value overrides it.',
    cost: 'On two H200, against the default: 4 channels 0.25, 1 channel 0.06, a buffer of 64 KiB 0.32.',
    remedy: ['Unset it and measure again.', everywhere],
    variants: {
      max: {
        title: '{name}={value}: at most {value} {value, plural, one {channel} other {channels}}',
        why: 'A channel is one CUDA block; one of them moves about 20 GB/s. NVLink and several NICs need many of them in parallel (24 on two H200).',
      },
      min: {
        title: '{name}={value}: at least {value} channels',
        why: 'More channels than NCCL plans take SMs from compute kernels. 16 to 32 are usual in benchmarks.',
        cost: 'Compute slows down beside the collective.',
      },
      threads: {
        title: '{name}={value}: fewer threads per block than NCCL uses',
        why: 'NCCL uses 256 or 512 threads per block. Fewer move less data per channel; 64 even gave a wrong order of receives in an old release.',
        cost: 'Lower bandwidth per channel.',
      },
      buffer: {
        title: '{name}={value}: buffers of {value} bytes in place of 4 MiB',
        why: 'The Simple protocol cuts messages into slices of this buffer. Below 1 MiB the slices are too short to fill a link.',
        cost: '0.32 of the default measured on two H200 with 65536.',
      },
      chunk: {
        title: '{name}={value}: another network chunk for send/receive than 131072',
        why: 'It sets how large one network message of send/receive is, and must be equal on all ranks.',
        cost: 'Depends on the network.',
      },
    },
  },
  ...ncclEnvNetworkEn,
}
