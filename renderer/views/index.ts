import type { ViewEntry } from './entry'
import BandwidthView from './bandwidth/BandwidthView.svelte'
import CompareView from './compare/CompareView.svelte'
import FindingsView from './findings/FindingsView.svelte'
import FleetView from './fleet/FleetView.svelte'
import HealthView from './health/HealthView.svelte'
import LinksView from './links/LinksView.svelte'
import NcclView from './nccl/NcclView.svelte'
import OverviewView from './overview/OverviewView.svelte'
import ReportView from './report/ReportView.svelte'
import SourcesView from './sources/SourcesView.svelte'

/** The views in the order of their tabs. A new view is a folder and an entry here. */
export const views: readonly ViewEntry[] = [
  {
    id: 'overview',
    titleKey: 'view.overview',
    available: (session) =>
      session.nodes.length > 0 || {
        title: 'overview.none.title',
        text: 'overview.none.text',
        commands: ['nvidia-smi -q', 'nvidia-smi topo -m', 'nvidia-smi nvlink -s'],
      },
    component: OverviewView,
  },
  {
    id: 'links',
    titleKey: 'view.links',
    available: (session) =>
      session.nodes.length > 0 || {
        title: 'links.none.title',
        text: 'links.none.text',
        commands: ['nvidia-smi topo -m', 'nvidia-smi nvlink -s', 'nvidia-smi nvlink -R'],
      },
    component: LinksView,
  },
  {
    id: 'findings',
    titleKey: 'view.findings',
    count: (session) => session.findings.length,
    available: () => true,
    component: FindingsView,
  },
  {
    id: 'nccl',
    titleKey: 'view.nccl',
    available: (session) =>
      session.communicators.length > 0 ||
      session.nodes.some((node) => node.settings.length > 0) || {
        title: 'nccl.none.title',
        text: 'nccl.none.text',
        commands: [
          'export NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,NET',
          "env | grep -E '^NCCL_'",
          'cat /etc/nccl.conf ~/.nccl.conf',
        ],
      },
    component: NcclView,
  },
  {
    id: 'bandwidth',
    titleKey: 'view.bandwidth',
    available: (session) =>
      session.runs.length > 0 || {
        title: 'bw.none.title',
        text: 'bw.none.text',
        commands: ['all_reduce_perf -b 1M -e 16G -f 2 -g 8', 'nvbandwidth'],
      },
    component: BandwidthView,
  },
  {
    id: 'health',
    titleKey: 'view.health',
    available: (session) =>
      session.health.series.length > 0 ||
      session.health.results.length > 0 ||
      session.nodes.some(
        (node) =>
          node.events.length > 0 ||
          node.gpus.some((gpu) => gpu.samples.length > 0 || gpu.links.some(({ counters }) => counters.length > 0)),
      ) || {
        title: 'health.none.title',
        text: 'health.none.text',
        commands: [
          'dcgmi dmon -e 155,150,203,1011,1012 -d 1000 -c 60',
          'dcgmi health -c',
          'nvidia-smi nvlink -e',
          'sudo dmesg -T',
        ],
      },
    component: HealthView,
  },
  {
    id: 'sources',
    titleKey: 'view.sources',
    available: (session) =>
      session.documents.length > 0 || {
        title: 'sources.noSources.title',
        text: 'sources.noSources.text',
        commands: [],
      },
    component: SourcesView,
  },
  {
    id: 'compare',
    titleKey: 'view.compare',
    available: (session) =>
      session.nodes.length > 0 || {
        title: 'compare.none.title',
        text: 'compare.none.text',
        commands: ['lanescope diff good-node/ bad-node/'],
      },
    component: CompareView,
  },
  {
    id: 'report',
    titleKey: 'view.report',
    available: (session) =>
      session.documents.length > 0 || { title: 'report.none.title', text: 'report.none.text', commands: [] },
    component: ReportView,
  },
  {
    id: 'fleet',
    titleKey: 'view.fleet',
    available: (session) =>
      session.nodes.length > 2 || {
        title: 'fleet.none.title',
        text: 'fleet.none.text',
        commands: ['lanescope fleet rack-a/'],
      },
    component: FleetView,
  },
]
