/** What the tables of Xid and SXid codes say, by their English words: the tables hold those of the catalogue. */
const sentences: Readonly<Record<string, string>> = {
  'A kernel did something illegal (bad address, bad instruction). One fault prints many lines, one per SM':
    'kernel 执行了非法操作（错误地址或错误指令）；一次故障会按 SM 逐个打印多行',
  'GPU page fault: an address that is not mapped. Also seen on the peers when a GPU or link they read from goes away':
    'GPU 缺页：访问了未映射的地址；所读取的 GPU 或 link 消失时，对端也会出现',
  'Broken command stream reached the GPU; can be caused by a bad PCIe path':
    'GPU 收到损坏的命令流；可能由 PCIe 链路不良引起',
  'A copy engine failed; copies cross PCIe or NVLink, so look for a link Xid beside it':
    '拷贝引擎出错；拷贝经过 PCIe 或 NVLink，请查看附近是否有 link 类 Xid',
  'A channel was reset after a fault of the program; the GPU itself is fine': '程序出错后 channel 被重置；GPU 本身正常',
  'The driver removed channels as a consequence of an earlier error or of the process being killed. Newer drivers name the cause at the end of the line ("caused by previous Xid N")':
    '因之前的错误或进程被终止，驱动清除了 channel；新版驱动会在行尾注明原因（“caused by previous Xid N”）',
  'The GPU stopped answering': 'GPU 停止响应',
  'Uncorrectable ECC error in memory or SRAM. 63/64 or 94/95 that follow say what was done about it':
    '显存或 SRAM 出现不可纠正的 ECC 错误；随后的 63/64 或 94/95 说明如何处理',
  'Auxiliary power not connected': '辅助供电未连接',
  'Power-management microcontroller stopped (older drivers)': '电源管理微控制器停止（旧版驱动）',
  'Internal microcontroller halted; also seen on a GPU whose NVLink peer just failed':
    '内部微控制器停止；NVLink 对端刚刚失效的 GPU 也会出现',
  'A memory row was remapped, or a page retired (before Ampere). Takes effect at the next reset':
    '显存行已重映射，或页已退役（Ampere 之前）；下次重置后生效',
  'Row remap or page retirement could not be recorded': '行重映射或页退役无法记录',
  'Driver touched a register it may not': '驱动访问了不允许访问的寄存器',
  'Video decoder exception': '视频解码器异常',
  'Wrong command for the graphics class': '图形类收到错误命令',
  'NVLink error, up to Hopper. The first hex words tell the class and link; the text form names the link ("fatal error detected on link N")':
    'NVLink 错误（Hopper 及之前）；开头的十六进制字给出类别与 link，文字形式会写明 link（“fatal error detected on link N”）',
  'vGPU did not start': 'vGPU 未能启动',
  'The GPU no longer answers on PCIe. Power, heat, riser, retimer, slot or the GPU':
    'GPU 在 PCIe 上不再响应；原因可能是供电、过热、riser、retimer、插槽或 GPU 本身',
  'Data was damaged on its way to the GPU': '数据在传往 GPU 的途中损坏',
  'High rate of corrected ECC errors': '已纠正的 ECC 错误频率过高',
  'InfoROM written too often': 'InfoROM 写入过于频繁',
  'Uncorrectable memory error, contained: only the program that touched it dies':
    '不可纠正的显存错误，已隔离：只有访问它的程序会终止',
  'Uncorrectable memory error, not contained: every program on the GPU is hit':
    '不可纠正的显存错误，未能隔离：该 GPU 上的所有程序都受影响',
  'Address from an NVLink peer could not be translated': '来自 NVLink 对端的地址无法转换',
  'A context switch did not finish': '上下文切换未完成',
  'Security fault in the GPU': 'GPU 安全故障',
  'The GPU system processor did not answer the driver in time. Often the first line when a link or the bus is in trouble; later lines only repeat':
    'GPU 系统处理器（GSP）未按时响应驱动；link 或总线出问题时常是第一行，后续各行只是重复',
  'The GPU system processor crashed': 'GPU 系统处理器（GSP）崩溃',
  'Corrected error on the chip-to-chip link between CPU and GPU (Grace Hopper/Blackwell); no effect on the work':
    'CPU 与 GPU 之间的 C2C 链路出现已纠正的错误（Grace Hopper/Blackwell）；不影响任务',
  'Read of the board SPI flash failed': '读取板载 SPI flash 失败',
  'Write of the board SPI flash failed': '写入板载 SPI flash 失败',
  'Erase of the board SPI flash failed': '擦除板载 SPI flash 失败',
  'InfoROM file system error': 'InfoROM 文件系统错误',
  'An NVLink did not train (automatic link init)': '一条 NVLink 训练失败（自动初始化）',
  'A peer access over NVLink was refused (bad address or permission), usually an effect of a fault in the remote program':
    '经 NVLink 的对端访问被拒绝（地址或权限错误），通常由远端程序出错引起',
  'ECC error that could not be contained': '无法隔离的 ECC 错误',
  'CUDA fast path error': 'CUDA 快速路径错误',
  'GPU did not initialise': 'GPU 未能初始化',
  'Confidential-computing key rotation failed': '机密计算密钥轮换失败',
  'The driver now asks for an action, given as text: None, GPU Reset Required, Node Reboot Required, Drain P2P, Drain and Reset (newer drivers also IMEX domain recovery, bus reset, system reboot). It follows another Xid':
    '驱动以文字要求采取措施：None、GPU Reset Required、Node Reboot Required、Drain P2P、Drain and Reset（新版驱动还有 IMEX 域恢复、总线重置、系统重启）；它跟在另一条 Xid 之后',
  'NVLink failure raised by software, e.g. a link is down after training':
    '由软件报告的 NVLink 故障，例如训练后 link 断开',
  'A bad hardware resource (channel, TPC, bank) was retired': '损坏的硬件资源（channel、TPC、bank）已退役',
  'A resource could not be retired': '资源无法退役',
  'Fatal timeout inside the GPU': 'GPU 内部致命超时',
  'Coherent bus error between CPU and GPU': 'CPU 与 GPU 之间的一致性总线错误',
  'A channel was retired': '一个 channel 已退役',
  'A channel could not be retired': '一个 channel 无法退役',
  'Power-smoothing circuit active again': '功率平滑电路重新启用',
  'Power-smoothing circuit off': '功率平滑电路关闭',
  'Power-smoothing circuit near its end of life': '功率平滑电路接近寿命终点',
  'Power-smoothing circuit worn out': '功率平滑电路寿命耗尽',
  'Encrypted NVLink traffic came before the link was set up for it': '加密的 NVLink 流量早于 link 完成相应配置',
  'PCIe request timed out for good': 'PCIe 请求最终超时',
  'GPU runs with less memory because of errors': '因错误，GPU 以较少的显存运行',
  'Security microcontroller halted': '安全微控制器停止',
  'NVLink interrupt in confidential-computing mode': '机密计算模式下的 NVLink 中断',
  'Extra to 48: the error is in DRAM': '对 48 的补充：错误位于 DRAM',
  'Extra to 48: the error is in SRAM': '对 48 的补充：错误位于 SRAM',
  'CPU-GPU chip-to-chip link is lost': 'CPU 与 GPU 之间的 C2C 链路丢失',
  'Error in the memory subsystem': '显存子系统错误',
  'Too many correctable PCIe errors': '可纠正的 PCIe 错误过多',

  'Look at the application first; suspect hardware only when it repeats on one GPU with different programs':
    '先检查应用程序；只有不同程序在同一 GPU 上反复出现时才怀疑硬件',
  'Application first; if a link or bus Xid comes just before, follow that one':
    '先查应用程序；若紧接其前有 link 或总线类 Xid，按那一条处理',
  'Application first, then PCIe quality': '先查应用程序，再查 PCIe 链路质量',
  'Restart the application; check link and memory Xids': '重启应用程序；检查 link 与显存类 Xid',
  'None for hardware': '硬件无需处理',
  'Find the Xid before it and follow that one; with none in the log the program was ended or, on an NVSwitch machine, the Fabric Manager restarted or failed: check it':
    '找到它之前的 Xid 并按其处理；日志中没有时，程序可能被终止，或在 NVSwitch 机器上 Fabric Manager 重启或失败：请检查',
  'Reset the GPU': '重置 GPU',
  'Drain, reset the GPU; replace if it comes back': '排空任务并重置 GPU；再次出现则更换',
  'Check power cables': '检查供电线缆',
  'Reset the GPU; report if repeated': '重置 GPU；反复出现则上报',
  'Reset the GPU; look for 74 on the peer': '重置 GPU；查看对端是否有 74',
  'Reset when convenient': '方便时重置',
  'Drain and reset; replace if it comes back or Remapping Failure Occurred reads Yes':
    '排空任务并重置；再次出现或 Remapping Failure Occurred 为 Yes 则更换',
  'Update the driver': '更新驱动',
  'Restart the application; report if it follows the GPU': '重启应用程序；若总跟随该 GPU 则上报',
  Application: '检查应用程序',
  'With other Xid/SXid lines follow those. Hopper: the registers tell harmless, secondary, parity, mechanical and signal cases apart. Otherwise reset the GPU (all GPUs and switches on NVSwitch machines); reseat or replace when it stays with the GPU, bridge or baseboard':
    '若有其他 Xid/SXid，按其处理。Hopper：寄存器可区分无害、次生、奇偶校验、机械与信号几类。其余情况重置 GPU（NVSwitch 机器需重置全部 GPU 与交换芯片）；若始终跟随某 GPU、桥或底板，则重新插拔或更换',
  'Check vGPU versions': '检查 vGPU 版本',
  'Power-cycle the machine; then check PCIe path, power and heat; replace':
    '整机断电重启；再检查 PCIe 链路、供电与散热；仍有则更换',
  'PCIe quality, host memory': '检查 PCIe 链路质量与主机内存',
  'Watch; run a memory diagnostic': '持续观察；运行显存诊断',
  'None at once': '无需立即处理',
  'Restart the program; reset when idle': '重启程序；空闲时重置',
  'Drain and reset the GPU now': '立即排空任务并重置 GPU',
  'See 137': '参见 137',
  'Reset; power-cycle if it stays': '重置；仍存在则断电重启',
  'Reset the GPU, reboot the node if reset hangs; update driver/firmware':
    '重置 GPU，重置卡住则重启节点；更新驱动与固件',
  'Reset the GPU; update driver': '重置 GPU；更新驱动',
  'Ignore; reset at the next maintenance so that the link retrains, report if the rate grows':
    '可忽略；下次维护时重置以重新训练 link，频率增大则上报',
  'Report if repeated': '反复出现则上报',
  'Reset; then check the physical link: bridge, cable, tray seating': '重置；再检查物理链路：桥、线缆、托盘是否插好',
  'Look at the peer program and at 31 there': '检查对端程序及其 31',
  'Ignore; report if repeated': '可忽略；反复出现则上报',
  'Reset; replace if it stays': '重置；仍存在则更换',
  'Nonfatal: count and watch, the driver raises 154 when it wants more. Fatal: reset GPU and fabric peers; check cable, cartridge, switch at the far end when the link number repeats':
    'Nonfatal：计数并观察，驱动需要更多处理时会报 154。Fatal：重置 GPU 及同一 fabric 的对端；link 号反复相同时检查线缆、cartridge 与对端交换芯片',
  'Restart the VM': '重启虚拟机',
  'Do the action that the text names; report the Xid before it as the cause':
    '按文字所写处理；把它之前的 Xid 作为原因上报',
  'Reset the GPU when drained so that the retirement takes effect': '排空任务后重置 GPU，使退役生效',
  Report: '上报',
  'Check the other Xids': '检查其他 Xid',
  None: '无需处理',
  'Restart in the right order; check CC mode': '按正确顺序重启；检查 CC 模式',
  'As 79': '同 79',
  'Plan a replacement': '安排更换',
  'As 48': '同 48',
  'As 48; SRAM errors weigh more towards replacement': '同 48；SRAM 错误更倾向于更换',
  'Power-cycle; replace the module': '断电重启；更换模块',
  'Check slot, riser, retimer, cable': '检查插槽、riser、retimer 与线缆',

  'Register access error on the switch host interface; may come before a fatal one':
    'NVSwitch 主机接口寄存器访问错误；可能先于致命错误出现',
  'Register access timeout on the switch host interface': 'NVSwitch 主机接口寄存器访问超时',
  'Unknown interrupt on the switch': 'NVSwitch 上的未知中断',
  'Thermal event began: links may slow or drop': '过热事件开始：link 可能降速或断开',
  'Thermal event ended': '过热事件结束',
  'Switch shuts down because of heat': 'NVSwitch 因过热关闭',
  'Switch I/O failure': 'NVSwitch I/O 故障',
  'Switch firmware did not start': 'NVSwitch 固件未能启动',
  'Switch firmware in recovery mode': 'NVSwitch 固件处于恢复模式',
  'Bad command at ingress': '入口收到错误命令',
  'Access refused at ingress: wrong partition set up by Fabric Manager; traffic of the GPU stalls':
    '入口拒绝访问：Fabric Manager 配置的分区有误；该 GPU 的流量停滞',
  'Bad virtual channel at ingress': '入口虚通道错误',
  'Corrected ECC at ingress over the limit': '入口已纠正的 ECC 超过阈值',
  'Uncorrectable ECC in an ingress header': '入口报头出现不可纠正的 ECC 错误',
  'Crossbar overflow at egress': '出口交叉开关溢出',
  'Packet routed wrongly at egress': '出口报文路由错误',
  'Sequence id wrong at egress': '出口序号错误',
  'Corrected ECC at egress': '出口已纠正的 ECC 错误',
  'Uncorrectable ECC at egress input': '出口输入侧不可纠正的 ECC 错误',
  'Corrected ECC at egress output': '出口输出侧已纠正的 ECC 错误',
  'Uncorrectable ECC at egress output': '出口输出侧不可纠正的 ECC 错误',
  'Egress credit overflow': '出口 credit 溢出',
  'Wrong target id at egress': '出口目标 id 错误',
  'Wrong response id at egress': '出口响应 id 错误',
  'Privilege error on a non-posted request, sent back by a GPU: normally a consequence of a GPU-side fault (its partner Xids are 45, 31, 137)':
    'GPU 对 non-posted 请求返回权限错误：通常由 GPU 侧故障引起（相伴的 Xid 为 45、31、137）',
  'Egress control parity': '出口控制奇偶校验错误',
  'Egress credit parity': '出口 credit 奇偶校验错误',
  'Egress flit type mismatch': '出口 flit 类型不符',
  'Egress credit timeout': '出口 credit 超时',
  'Tracker timeout': '跟踪器超时',
  'Route buffer over/underflow': '路由缓冲区上溢或下溢',
  'Route transaction count wrong': '路由事务计数错误',
  'Uncorrectable ECC in the route table': '路由表出现不可纠正的 ECC 错误',
  'Route parity': '路由奇偶校验错误',
  'Uncorrectable ECC in incoming route data': '传入的路由数据出现不可纠正的 ECC 错误',
  'Route credit parity': '路由 credit 奇偶校验错误',
  'Heartbeat from the far end lost: comes with another fatal SXid or a GPU that was reset':
    '对端心跳丢失：与另一条致命 SXid 或 GPU 被重置同时出现',
  'Packets had to be sent again: weak link or a peer being reset': '报文需要重传：link 质量差，或对端正在重置',
  'Short-term receive error rate over the limit: weak link': '短期接收误码率超限：link 质量差',
  'Long-term receive error rate over the limit: weak link': '长期接收误码率超限：link 质量差',
  'Receive CRC counter: link broken, or the GPU at the far end was shut down without order':
    '接收 CRC 计数：link 断开，或对端 GPU 未按顺序关闭',
  'Link training state machine fault while up: the link went down': 'link 工作时训练状态机出错：link 断开',
  'Link state fault while going down': 'link 关闭过程中状态出错',
  'Link controller (MINION) halted': 'link 控制器（MINION）停止',
  'MINION external error': 'MINION 外部错误',
  'MINION fatal link interrupt: link broken, or the far GPU went away without order':
    'MINION 致命 link 中断：link 断开，或对端 GPU 未按顺序离开',
  'MINION link request interrupt: harmless, very common at start and reset':
    'MINION link 请求中断：无害，启动与重置时很常见',
  'Corrected ECC in the source tracker': '源跟踪器已纠正的 ECC 错误',
  'Uncorrectable ECC in the source tracker': '源跟踪器不可纠正的 ECC 错误',
  'Source tracker timeout: a request never got its answer, often because a GPU died or hung':
    '源跟踪器超时：请求一直没有应答，多因某 GPU 失效或挂起',
  'Link state request timed out': 'link 状态请求超时',
  'Link did not train (automatic init)': 'link 训练失败（自动初始化）',
  'Switch microcontroller halted': 'NVSwitch 微控制器停止',
  'Switch microcontroller watchdog': 'NVSwitch 微控制器看门狗触发',
  'Optical module failed': '光模块故障',
  'Optical module did not start': '光模块未能启动',
  'Optical module hot': '光模块温度偏高',
  'Optical module too hot': '光模块过热',
  'Optical module heartbeat lost': '光模块心跳丢失',
}

/** One sentence for every unit of the chip. */
const NVLINK5 =
  /^NVLink5 \(Blackwell\+\) error raised by unit (\w+)( \(link events and bit-error-rate events are its common sub-units: [A-Z_, ]+\))?\. The line carries /

/** The Chinese of a sentence of the tables; undefined for any other text, which is what a log said. */
export function knownSentenceZh(text: string): string | undefined {
  const unit = NVLINK5.exec(text)
  if (unit)
    return `单元 ${unit[1] ?? ''} 报告的 NVLink5（Blackwell 及之后）错误${unit[2] ? '（常见子单元为 NETIR_LINK_EVT 与 NETIR_BER_EVENT）' : ''}；该行含单元、Fatal 或 Nonfatal、XC/i 标志、“Link NN”（-1 表示不指单条 link）与 6 个十六进制字（部分驱动为 4 个）；严重程度以 Fatal/Nonfatal 字样为准，不看代码`
  return Object.hasOwn(sentences, text) ? sentences[text] : undefined
}
