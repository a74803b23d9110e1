/** Texts of NCCL's WARN lines that several rules look for. */

/**
 * Transport retry exceeded: `with error 12, opcode` (to 2.19), `with status=12 opcode=` (2.20 to 2.28.3),
 * `with status=IBV_WC_RETRY_EXC_ERR(12)` (2.28.7 and later).
 */
export const IB_ERROR_12 = /Got completion .{0,120}(?:error 12,|status=12 |status=\w{1,60}\(12\))/

export const MODIFY_QP = /ibv_modify_qp failed/

/** NVLink SHARP could not bind its multicast memory; the INFO form of 2.27 and 2.28 goes on without it. */
export const NVLS_BIND = /Failed to bind NVLink SHARP|NVLS.{0,40}Multicast memory/

/** NCCL_ALGO or NCCL_PROTO that 2.24 and later do not take: init or the first collective ends with invalid usage. */
export const TUNING_REFUSED =
  /Unrecognized (?:element|prefix) token|No algorithm\/protocol available for function|must have a prefix/
