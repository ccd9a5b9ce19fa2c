import ArgumentParser
import DurableFiles
import Foundation
import Outbox
import TimeAndChance

/// Adds entries to an outbox on a disk, one after the other and concurrently, and sends them to a server in this
/// process.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Add entries to an outbox on a disk, and send them.")

    @Argument(help: "An existing directory of the user; no part of its path is a link.") var directory: String
    @Argument(help: "How many entries are added and sent.") var entries = 10_000

    func validate() throws {
        guard entries >= 100 else { throw ValidationError("Add at least 100 entries.") }
    }

    func run() async throws {
        let outbox = try await Outbox.open(
            in: PrivateDirectory("orbit-outbox", under: directory), account: "u_1",
            limits: OutboxLimits(maxEntries: 2 * entries + 1_000))
        await outbox.register("text") { _ async throws(SendFailure) in }
        await outbox.drain()
        let times = try await Self.millisecondsOfAppends(to: outbox)
        await outbox.drain()
        let seconds = try await Self.secondsOfConcurrentAppends(of: entries, to: outbox)
        let drain = await Self.secondsOfDrain(of: outbox)
        guard await outbox.unsentCount == 0 else { throw UnexpectedInput("Entries are left.") }
        try await outbox.erase()
        var report = BenchmarkReport()
        report.add("entries", entries)
        report.add("append_p50_ms", times[times.count / 2], digits: 3)
        report.add("append_p99_ms", times[times.count * 99 / 100], digits: 3)
        report.add("appends_per_s", Double(entries) / seconds, digits: 0)
        report.add("drain_10000_s", drain * 10_000 / Double(entries), digits: 2)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 1)
        report.print()
    }

    /// The time of each of 1,000 appends, one after the other, shortest first.
    @concurrent private static func millisecondsOfAppends(to outbox: Outbox) async throws -> [Double] {
        let clock = SystemClock()
        var times: [Double] = []
        for number in 0..<1_000 {
            let start = clock.uptime
            try await add("single \(number)", lane: 0, to: outbox)
            times.append((clock.uptime - start) / .milliseconds(1))
        }
        return times.sorted()
    }

    @concurrent private static func secondsOfDrain(of outbox: Outbox) async -> Double {
        let clock = SystemClock()
        let start = clock.uptime
        await outbox.drain()
        return (clock.uptime - start) / .seconds(1)
    }

    /// 64 tasks add all entries, to 16 lanes.
    @concurrent private static func secondsOfConcurrentAppends(of entries: Int, to outbox: Outbox) async throws
        -> Double
    {
        let clock = SystemClock()
        let start = clock.uptime
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    for number in stride(from: task, to: entries, by: 64) {
                        try await add("group \(number)", lane: task % 16, to: outbox)
                    }
                }
            }
            try await group.waitForAll()
        }
        return (clock.uptime - start) / .seconds(1)
    }

    private static func add(_ id: String, lane: Int, to outbox: Outbox) async throws {
        try await outbox.add(
            id: id, lane: "conversation \(lane)", kind: "text", payload: Data(repeating: 0x61, count: 200))
    }
}
