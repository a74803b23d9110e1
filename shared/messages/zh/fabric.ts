import type { RuleTexts } from '../types'

export const fabricZh: RuleTexts = {
  'fabric-not-completed': {
    title: '{total} 块 GPU 中有 {count} 块的 fabric 状态为“{state}”（{gpus}）',
    why: 'NVSwitch 主板上的 GPU 在 Fabric Manager 完成配置后加入 fabric。状态不是 Completed 时，CUDA 会以错误 802（system not yet initialized）拒绝启动。',
    cost: '这些 GPU 上无法运行任何程序。',
    remedy: [
      '查看服务：`systemctl status nvidia-fabricmanager` 和 `sudo tail -50 /var/log/fabricmanager.log`',
      '启动服务：`sudo systemctl enable --now nvidia-fabricmanager`',
      '若缺少 GPU 或 NVSwitch，请先处理：fabric 会一直等待。',
      '虚拟机中需由宿主机激活分区。',
    ],
    variants: {
      unnamed: { title: 'Fabric state 为“{state}”，采集内容未指明是哪块 GPU' },
      status: {
        title: 'fabric 状态为 Completed，但 {total} 块 GPU 中有 {count} 块的 status 为“{status}”（{gpus}）',
        why: '仅有 Completed 不够：其后的 status 为“{status}”。已有此类节点在作业中失败的案例。',
      },
    },
  },
  'fabric-manager-not-running': {
    title: 'Fabric Manager 未运行（{state}）',
    why: '{node} 是 NVSwitch 机器：没有 Fabric Manager，GPU 无法加入 fabric，CUDA 会以错误 802 拒绝启动。',
    cost: '节点上无法运行任何程序。',
    remedy: [
      '启动并设为开机自启：`sudo systemctl enable --now nvidia-fabricmanager`',
      '若再次停止：`sudo journalctl -u nvidia-fabricmanager -n 50`',
    ],
    variants: {
      missing: {
        title: '未安装 Fabric Manager',
        remedy: ['安装与驱动（{driver}）版本完全一致的软件包。', '`sudo systemctl enable --now nvidia-fabricmanager`'],
      },
      'not-ready': {
        title: 'CUDA 报 802（system not yet initialized）：NVSwitch fabric 未建立',
        why: '在 NVSwitch 机器上，Fabric Manager 建立 fabric 之前 CUDA 拒绝启动。它可能未安装、未运行、与驱动版本不同，或尚未完成。',
        remedy: [
          '查看服务：`systemctl status nvidia-fabricmanager`；软件包版本必须与驱动完全一致。',
          '启动并设为开机自启：`sudo systemctl enable --now nvidia-fabricmanager`',
          '若已在运行：`nvidia-smi -q | grep -A3 Fabric` 和 `sudo tail -50 /var/log/fabricmanager.log`',
          '启用机密计算时，还须将 GPU 设为就绪：`nvidia-smi conf-compute -srs 1`',
        ],
      },
    },
  },
  'fabric-manager-version-mismatch': {
    title: 'Fabric Manager {manager} 与驱动 {driver} 版本不一致',
    why: 'Fabric Manager 只能与版本完全相同的驱动配合。版本不同时它会退出，fabric 无法建立，CUDA 报 802。',
    cost: '节点上无法运行任何程序。',
    remedy: ['安装与驱动版本一致的 Fabric Manager。', '锁定两个软件包，避免自动升级再次造成不一致。'],
  },
  'fabric-manager-nothing-to-do': {
    title: '此机无需 Fabric Manager：没有 NVSwitch',
    why: '{product} 没有 NVSwitch，无论是否有 bridge。消息 NV_WARN_NOTHING_TO_DO 是正确的。',
    cost: '无。',
    remedy: ['禁用该服务：`sudo systemctl disable --now nvidia-fabricmanager`'],
  },
  'fabric-nvswitch-missing': {
    title: '缺少 NVSwitch：Fabric Manager 找到 {found} 个',
    why: '{node} 的主板（{product}）应有 NVSwitch，而 Fabric Manager 找到的数量与任何主板都不符。缺少它们就没有 NVLink。',
    cost: '节点没有 NVLink。',
    remedy: [
      '清点数量：`lspci -d 10de: | grep -i bridge`',
      '查找 SXid：`sudo dmesg -T | grep SXid`',
      '完全断电后再上电；仍不行则送修主板。',
    ],
    variants: {
      uncounted: {
        title: '缺少 NVSwitch：数量与 Fabric Manager 已知的任何主板都不符',
        why: 'Fabric Manager 找到的 NVSwitch 数量与任何主板都不符，随即退出。缺少它们就没有 NVLink。',
      },
      nvlsm: {
        title: 'Fabric Manager 在 {product} 上找不到可管理的设备',
        why: '这一代的 NVSwitch 不是节点上的 PCI 设备。该消息指向子网管理器（NVLSM）或其网卡。',
        remedy: [
          '检查 NVLSM：`systemctl status nvlsm; ibstat`',
          '确认已加载 ib_umad 模块：`lsmod | grep ib_umad`',
          '然后重启 Fabric Manager：`sudo systemctl restart nvidia-fabricmanager`',
        ],
      },
    },
  },
  'fabric-health-degraded': {
    title: 'fabric 健康状态：{gpus} 的 {what} 为“{value}”',
    why: '驱动自身报告这些 GPU 的 fabric 不完整。',
    cost: 'NVLink 带宽降低或路由失败，也会影响机架内其他节点。',
    remedy: [
      '查看同一时间的 Fabric Manager（或 NMX）日志。',
      '排空并重置 GPU：`nvidia-smi -r`',
      '若仍存在，附上 `sudo nvidia-bug-report.sh` 的日志提交工单。',
    ],
  },
}
