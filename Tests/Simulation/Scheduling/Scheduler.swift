import TimeAndChance

/// A scheduler that runs all jobs of the process on one thread, in an order that a seed determines.
///
/// A job is the part of a task between two suspensions. Jobs of the main actor run in the order in which they were
/// added, as on a real main thread. Any other job that is ready may be next.
///
/// All code of a simulation runs inside of ``run(until:advancing:)``, so its state needs no locks.
// Unchecked, because all access is from the thread that calls `run`. Jobs run on this thread only. Other threads exist
// only for `SystemClock` and network transports, which a simulation lacks.
final class Scheduler: @unchecked Sendable {
    /// The scheduler that ``ExecutorHooks`` adds jobs to.
    static let shared = Scheduler()

    /// The reason why a run has ended.
    enum End {
        case done
        /// No job is ready, and no sleep is pending.
        case deadlock
        /// As many jobs have run as ``begin(seed:jobLimit:)`` allows.
        case jobLimit
    }

    /// The executor of the main actor.
    var mainExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// The number of jobs since the last ``begin(seed:jobLimit:)``.
    private(set) var jobCount = 0
    /// A hash of every choice since the last ``begin(seed:jobLimit:)``. Equal traces have equal hashes.
    private(set) var traceHash: UInt64 = 0

    private let executor = SimulatedExecutor()
    private var random = SplitMix64(seed: 0)
    private var jobLimit = 0
    private var globalJobs: [UnownedJob] = []
    private var mainJobs: [UnownedJob] = []
    /// The number of jobs at the start of ``mainJobs`` that have run.
    private var mainStart = 0
    /// The calls of ``interrupt(afterJobs:_:)``, by the number of the job.
    private var interrupts: [Int: [@Sendable () -> Void]] = [:]

    /// Starts a reproducible sequence of choices.
    ///
    /// - Parameters:
    ///   - seed: Determines the choices.
    ///   - jobLimit: The number of jobs after which a run ends, because it would have no end.
    func begin(seed: UInt64, jobLimit: Int) {
        random = SplitMix64(seed: seed)
        self.jobLimit = jobLimit
        (jobCount, traceHash, interrupts) = (0, 0xCBF2_9CE4_8422_2325, [:])
    }

    func addGlobal(_ job: UnownedJob) { globalJobs.append(job) }

    func addMain(_ job: UnownedJob) { mainJobs.append(job) }

    /// Calls `body` after `count` further jobs, between two jobs.
    func interrupt(afterJobs count: Int, _ body: @escaping @Sendable () -> Void) {
        interrupts[jobCount + max(1, count), default: []].append(body)
    }

    /// Adds a value to the trace, such as an observed event.
    func note(_ value: UInt64) {
        traceHash = (traceHash ^ value) &* 0x0000_0100_0000_01B3
    }

    /// Runs jobs until `isDone` returns `true`.
    ///
    /// - Parameters:
    ///   - isDone: Called before each job.
    ///   - advance: Moves the time to the end of the next sleep. Returns `false` if no sleep is pending. Called if no
    ///     job is ready.
    func run(until isDone: () -> Bool, advancing advance: () -> Bool) -> End {
        while !isDone() {
            guard runOne() || advance() else { return .deadlock }
            guard jobCount < jobLimit else { return .jobLimit }
        }
        return .done
    }

    /// Runs the jobs that are ready, and those that they add, without a change of the time. Call it at the end of a
    /// simulation, so that no job is left for the next simulation.
    func drain() {
        let end = jobCount + jobLimit
        while jobCount < end, runOne() {}
    }

    /// Runs one job. Returns `false` if no job is ready.
    private func runOne() -> Bool {
        let hasMain = mainStart < mainJobs.count
        let count = globalJobs.count + (hasMain ? 1 : 0)
        guard count > 0 else { return false }
        let choice = count == 1 ? 0 : Int(random.next() % UInt64(count))
        jobCount += 1
        note(UInt64(count) << 32 | UInt64(choice))
        if choice < globalJobs.count {
            globalJobs.swapAt(choice, globalJobs.count - 1)
            globalJobs.removeLast().runSynchronously(on: executor.asUnownedTaskExecutor())
        } else {
            let job = mainJobs[mainStart]
            mainStart += 1
            if mainStart == mainJobs.count {
                mainJobs.removeAll(keepingCapacity: true)
                mainStart = 0
            }
            job.runSynchronously(on: mainExecutor)
        }
        if !interrupts.isEmpty, let bodies = interrupts.removeValue(forKey: jobCount) {
            for body in bodies { body() }
        }
        return true
    }
}

/// The executor of the main actor and of all tasks. It adds jobs to the scheduler.
private final class SimulatedExecutor: SerialExecutor, TaskExecutor {
    /// Adds a job of the main actor. The runtime passes all other jobs to `swift_task_enqueueGlobal_hook`.
    func enqueue(_ job: consuming ExecutorJob) { Scheduler.shared.addMain(UnownedJob(job)) }

    /// Returns the executor as the executor of the main actor.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Accepts every caller, because the process runs its code on one thread.
    func checkIsolated() {}
}
