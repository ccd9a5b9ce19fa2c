import Foundation
import TimeAndChance

/// Runs the jobs of a task and adds up the processor time that they take, whatever else the process does meanwhile.
@available(macOS 15, iOS 18, *)
final class ProcessorTime: TaskExecutor {
    private let queue = DispatchQueue(label: "measured")
    private let nanoseconds = LockedState<UInt64>(0)

    /// Returns the processor time of a body in seconds, without the unstructured tasks that the body starts.
    static func seconds(_ body: @Sendable () async throws -> Void) async throws -> Double {
        let executor = ProcessorTime()
        try await withTaskExecutorPreference(executor) { try await body() }
        return await executor.seconds()
    }

    /// The processor time of all jobs that have ended, in seconds.
    private func seconds() async -> Double {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.nanoseconds.withLock { Double($0) / 1e9 }) }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            let start = Self.ofThread
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            let end = Self.ofThread
            self.nanoseconds.withLock { $0 += end - start }
        }
    }

    /// The processor time of the current thread, in nanoseconds.
    private static var ofThread: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
