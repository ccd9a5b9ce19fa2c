import TimeAndChance

/// The result of the simulation of one seed.
struct SeedResult: Sendable {
    let seed: UInt64
    let mode: Mode
    let violations: [String]
    let reached: Set<ReachedState>
    let lines: [String]
    /// The number of messages that devices have confirmed as stored.
    let messages: Int
    /// The number of jobs that have run.
    let jobs: Int
    /// The virtual time that has passed.
    let time: Duration
    /// A hash of all choices. It is the same in each run of the same program.
    let hash: UInt64
}

/// The simulation of single seeds in this process.
struct Simulation {
    private let campus: PreparedCampus

    /// The maximum number of jobs of a simulation. A usual simulation has one or two thousand.
    private static let jobLimit = 300_000
    /// The maximum number of jobs of a long simulation. It takes about a second.
    private static let longJobLimit = 3_000_000

    /// Prepares the campus that all simulations begin with.
    ///
    /// - Throws: The error that prevented it.
    init() throws {
        guard ExecutorHooks.install() else { throw SimulationError.noHooks }
        let (time, result) = (VirtualTime(), Slot<Result<PreparedCampus, any Error>>())
        Scheduler.shared.begin(seed: 0, jobLimit: Self.longJobLimit)
        Task { @MainActor in
            do {
                result.value = .success(try await PreparedCampus.prepare(on: time))
            } catch {
                result.value = .failure(error)
            }
        }
        _ = Scheduler.shared.run(until: { result.value != nil }, advancing: { time.advance() })
        time.end()
        Scheduler.shared.drain()
        guard let prepared = result.value else { throw SimulationError.noCampus }
        campus = try prepared.get()
    }

    /// Returns the mode of a seed, if all modes take turns.
    static func mode(of seed: UInt64) -> Mode {
        Mode.allCases[Int(seed % UInt64(Mode.allCases.count))]
    }

    /// Runs one simulation.
    ///
    /// - Parameters:
    ///   - seed: Determines the plan, all choices and the order of jobs.
    ///   - mode: The mode; `nil` is the mode of the seed.
    ///   - bug: The fault that the simulation has on purpose.
    ///   - isLong: Whether people write many messages.
    ///   - keepsLines: Whether the result contains the lines of the trace.
    func run(
        _ seed: UInt64, mode: Mode? = nil, bug: PlantedBug? = nil, isLong: Bool = false, keepsLines: Bool = false
    ) -> SeedResult {
        let mode = mode ?? Self.mode(of: seed)
        var random = SplitMix64(seed: seed)
        let plan = Plan(mode: mode, isLong: isLong, using: &random)
        let time = VirtualTime(now: campus.end + .seconds(60))
        let start = time.now
        let findings = Findings(time: time, keepsLines: keepsLines)
        // The number of messages, once the simulation has ended.
        let count = Slot<Int>()
        Scheduler.shared.begin(seed: random.next(), jobLimit: isLong ? Self.longJobLimit : Self.jobLimit)
        let worldSeed = random.next()
        Task { @MainActor [campus] in
            do {
                let world = try World(
                    campus, plan: plan, seed: worldSeed, bug: bug, time: time, findings: findings)
                await world.run()
                count.value = world.ledger.entries.count
            } catch {
                findings.require(false, "setup", "\(error)")
                count.value = 0
            }
        }
        let end = Scheduler.shared.run(
            until: { count.value != nil || !findings.violations.isEmpty }, advancing: { time.advance() })
        findings.require(end == .done, "scheduler", "the simulation ended with \(end)")
        let (jobs, hash, duration) = (Scheduler.shared.jobCount, Scheduler.shared.traceHash, time.now - start)
        // After a violation the rest runs without sleeps, so it has no meaning.
        findings.isOver = true
        time.end()
        Scheduler.shared.drain()
        return SeedResult(
            seed: seed, mode: mode, violations: findings.violations, reached: findings.reached,
            lines: findings.lines, messages: count.value ?? 0, jobs: jobs, time: duration, hash: hash)
    }

    /// A value that a job sets.
    // Unchecked, because the scheduler runs all jobs on one thread.
    private final class Slot<Value>: @unchecked Sendable {
        var value: Value?
    }
}

/// The reason why no simulation is possible.
enum SimulationError: Error {
    /// The runtime of this toolchain has no hooks for its executors.
    case noHooks
    /// The campus was not prepared.
    case noCampus
}
