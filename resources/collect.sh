#!/bin/sh
# Run on the node: sh collect.sh > "$(hostname)-captures.txt" 2>&1
#
# Not in this script, since it takes the right moment:
#   nvidia-smi -q  (while the job runs)
#   NCCL_DEBUG=INFO  (run the job again)
#   NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH  (run the job again)
#   all_reduce_perf -b 8 -e 16G -f 2 -g <GPUs>
#   nvidia-smi nvlink -e  (twice, some minutes apart, under load)
#   the same captures from a second node of this kind

echo '# $ hostname'
hostname

echo '# $ date'
date

echo '# $ uname -a'
uname -a

echo '# $ nvidia-smi'
nvidia-smi

echo '# $ ibdev2netdev -v'
ibdev2netdev -v

echo '# $ ulimit -l'
ulimit -l

echo '# $ nvidia-smi -L'
nvidia-smi -L

echo '# $ nvidia-smi nvlink -s'
nvidia-smi nvlink -s

echo '# $ nvidia-smi nvlink -e'
nvidia-smi nvlink -e

echo '# $ nvidia-smi nvlink -R'
nvidia-smi nvlink -R

echo '# $ nvidia-smi -q'
nvidia-smi -q

echo '# $ nvidia-smi topo -m'
nvidia-smi topo -m

echo '# $ nvidia-smi topo -p2p r'
nvidia-smi topo -p2p r

echo '# $ ibstat'
ibstat

echo '# $ sudo lspci -vvv'
sudo -n lspci -vvv

echo '# $ cat /proc/cmdline'
cat /proc/cmdline

echo '# $ numactl -H'
numactl -H

echo '# $ lsmod'
lsmod

echo '# $ sudo dmesg -T'
sudo -n dmesg -T

echo '# $ systemctl status nvidia-fabricmanager'
systemctl status nvidia-fabricmanager

echo '# $ env | grep NCCL'
env | grep NCCL

echo '# $ cat /etc/nccl.conf ~/.nccl.conf'
cat /etc/nccl.conf ~/.nccl.conf

echo '# $ dcgmi dmon -e 1011,1012,1009,1010 -d 1000 -c 10'
dcgmi dmon -e 1011,1012,1009,1010 -d 1000 -c 10

echo '# $ dcgmi health -c'
dcgmi health -c

echo '# $ dcgmi diag -r 1'
dcgmi diag -r 1
