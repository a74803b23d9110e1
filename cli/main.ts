import { Command, CommanderError, Option } from 'commander'
import type { Language } from '@shared/messages'
import { exitStatus, failOnChoices } from './exit-status'
import { processIo, type Io } from './io'
import { UsageError } from './usage'
import { version } from './version'

/**
 * The command line: `argv` without node and script. Answers the exit status: 0 fine, 1 a finding at or above --fail-on,
 * 2 wrong usage or nothing readable. Only what a command needs is loaded.
 */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  let status: number = exitStatus.fine
  const program = buildProgram(io, (code) => (status = code))
  try {
    await program.parseAsync(argv[0] === '--write-docs' ? ['write-docs'] : [...argv], { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.fine : exitStatus.unusable
    if (error instanceof UsageError) {
      io.err(`lanescope: ${error.message.replaceAll('\n', '\n  ')}\n`)
      return exitStatus.unusable
    }
    throw error
  }
}

const examples = `
Examples:
  lanescope check dump/                     a folder of captures, all nodes in it
  lanescope check nvidia-bug-report.log.gz  archives are read as they are
  nvidia-smi topo -m | lanescope check -    standard input
  lanescope check dump/ --markdown          for a ticket
  lanescope check shards/*.tgz --ndjson     a line per node, run and finding
  lanescope report dump/ --pdf report.pdf   the report for the customer
  lanescope diff good-node/ bad-node/       two nodes side by side; exit status 1 when their configuration differs
  lanescope fleet rack-a/                   many nodes against what most of them show
  lanescope diff good/ --save-reference good.json; lanescope diff good.json node/

Exit status: 0 no finding at or above --fail-on, 1 there is one, 2 wrong usage or nothing readable.
Nothing is sent anywhere, and no input is changed.`

function buildProgram(io: Io, finish: (status: number) => void): Command {
  const program = new Command('lanescope')
  const names = (): readonly string[] => program.commands.map((command) => command.name())
  program
    .description(
      'Reads captured GPU topology, DCGM and NCCL text and says what is wrong, with the lines that prove it.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      getOutHelpWidth: () => io.columns ?? 100,
    })
    .showSuggestionAfterError()

  const language = (): Option =>
    new Option('--lang <language>', 'language of the texts').choices(['en', 'zh']).default(languageOf(io.locale))

  program
    .command('check', { isDefault: true })
    .description('read files, folders, archives or standard input (-) and judge them')
    .argument('[path...]', 'what to read')
    .addOption(new Option('--json', 'print the session as one JSON object').conflicts(['ndjson', 'markdown']))
    .addOption(
      new Option('--ndjson', 'print one JSON object per node, run and finding').conflicts(['json', 'markdown']),
    )
    .addOption(new Option('--markdown', 'print Markdown for a ticket').conflicts(['json', 'ndjson']))
    .option('--html <file>', 'also write the views of the window as one HTML file for any browser')
    .option('--pdf <file>', 'also write a report as PDF')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity on').choices(failOnChoices).default('error'),
    )
    .option(
      '--redact <classes>',
      'replace before anything is written: all, none, or a list: secret,email,user,host,domain,ipv4,ipv6,mac,uuid,guid,serial,path',
    )
    .option('--words <list>', 'words of your own to replace too, apart by commas')
    .option('--show-redactions', 'print what was replaced by what, for your eyes only')
    .addOption(language())
    .option('-q, --quiet', 'no progress on standard error')
    .action(async (paths: string[], options) => {
      const { check } = await import('./commands/check')
      finish(await check(paths, options, io, names()))
    })

  program
    .command('report')
    .description('write the report that goes back to the customer')
    .argument('[path...]', 'what to read')
    .option('--pdf <file>', 'as PDF, printed by the desktop app or an installed Chromium, Chrome or Edge')
    .option('--html <file>', 'as one HTML page without scripts')
    .option('--markdown <file>', 'as Markdown; - prints it')
    .addOption(new Option('--paper <size>', 'size of the paper').choices(['a4', 'letter']).default('a4'))
    .addOption(language())
    .option('--title <text>', 'title; made of the names of the nodes by default')
    .option('--customer <text>', 'for whom')
    .option('--author <text>', 'by whom')
    .option('--date <day>', 'day of the report; today by default')
    .option('--note <text>', 'a note on the cover')
    .option('--logo <file>', 'picture on the cover: png, jpg, svg or webp')
    .option('--compare <nodes>', 'two nodes side by side, apart by a comma; the two there are by default')
    .option('--parts <list>', 'parts to write, or with a minus those to leave out: -evidence,-sources')
    .option(
      '--redact <classes>',
      'replace before anything is written: all, none, or a list: secret,email,user (default), host,domain,ipv4,ipv6,mac,uuid,guid,serial,path',
    )
    .option('--words <list>', 'words of your own to replace too, apart by commas')
    .option('--show-redactions', 'print what was replaced by what, for your eyes only')
    .option('-q, --quiet', 'do not say what was written')
    .action(async (paths: string[], options) => {
      const { report } = await import('./commands/report')
      finish(await report(paths, options, io, names()))
    })

  program
    .command('share')
    .description('write the inputs as a case to give away: text with names, addresses and secrets replaced')
    .argument('[path...]', 'what to read')
    .requiredOption('--out <file>', 'the case file, name.lanescope')
    .option('--redact <classes>', 'all (default), none, or a list of classes')
    .option('--words <list>', 'words of your own to replace too, apart by commas')
    .option('--show-redactions', 'print what was replaced by what, for your eyes only')
    .option('-q, --quiet', 'do not say what was written')
    .action(async (paths: string[], options) => {
      const { share } = await import('./commands/share')
      finish(await share(paths, options, io, names()))
    })

  program
    .command('diff')
    .description('compare two nodes: of two dumps, or of one, or a node against a saved reference')
    .argument('<a>', 'dump with the first node, or a reference')
    .argument('[b]', 'dump with the second node, or a reference')
    .option('--left <node>', 'name of the first node')
    .option('--right <node>', 'name of the second node')
    .option('--all', 'show also what is the same')
    .option('--everything', 'show also counters, momentary states, serial numbers and ids')
    .addOption(new Option('--json', 'print the comparison as JSON').conflicts('markdown'))
    .addOption(new Option('--markdown', 'print Markdown for a ticket').conflicts('json'))
    .option('--save-reference <file>', 'write the facts of the first node that must hold on others, as JSON')
    .addOption(language())
    .action(async (a: string, b: string | undefined, options) => {
      const { diff } = await import('./commands/diff')
      finish(await diff(b === undefined ? [a] : [a, b], options, io, names()))
    })

  program
    .command('fleet')
    .description('compare many nodes: what most show, who differs, outliers, slow members of node pairs')
    .argument('<path...>', 'what to read')
    .option('--json', 'print the fleet as JSON')
    .addOption(language())
    .action(async (paths: string[], options) => {
      const { fleet } = await import('./commands/fleet')
      finish(await fleet(paths, options, io, names()))
    })

  program
    .command('rules')
    .description('list all rules by area')
    .option('--json', 'print them as JSON')
    .addOption(language())
    .action(async (options) => finish((await import('./commands/rules')).listRules(options, io)))

  program
    .command('explain')
    .description('say what a rule looks for, why it matters and what to do')
    .argument('<rule>', 'id of the rule')
    .option('--json', 'print it as JSON')
    .addOption(language())
    .action(async (rule: string, options) => finish((await import('./commands/rules')).explainRule(rule, options, io)))

  program
    .command('formats')
    .description('list the outputs that are read')
    .option('--json', 'print them as JSON')
    .action(async (options) => finish((await import('./commands/formats')).listFormats(options, io)))

  program
    .command('collect')
    .description('print the shell script that captures on a node what the rules look at')
    .action(async () => finish((await import('./commands/collect')).collect(io)))

  program
    .command('prove')
    .description('run the small captures that prove the rules')
    .argument('[rule...]', 'ids of rules; all by default')
    .option('--json', 'print the results as JSON')
    .action(async (rules: string[], options) =>
      finish((await import('./commands/prove')).proveRules(rules, options, io)),
    )

  program
    .command('write-docs', { hidden: true })
    .action(async () => finish((await import('./commands/write-docs')).writeDocs(io)))

  return program
}

/** The environment decides only between the two languages there are. */
export function languageOf(locale: string): Language {
  return /^zh/i.test(locale) ? 'zh' : 'en'
}
