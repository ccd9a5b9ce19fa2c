import Foundation
import OrbitStore
import SQLiteStore
import TimeAndChance

/// A record that the worker writes.
struct Numbered: StoreRecord {
    static let table = "numbered"
    let number: Int
    var text = String(repeating: "x", count: 200)
    var key: String { "\(number)" }
    var indexEntries: [IndexEntry] { [IndexEntry("all", rank: Int64(number))] }
}

/// Puts numbered records from sixteen concurrent writers, one record per transaction.
///
/// - Parameters:
///   - numbers: the keys of the records.
///   - store: the store to write to.
///   - note: receives each number once its transaction is acknowledged.
func write(_ numbers: Range<Int>, to store: SQLiteStore, note: @escaping @Sendable (Int) -> Void) async throws {
    try await withThrowingTaskGroup { group in
        for writer in 0..<16 {
            group.addTask {
                for number in stride(from: numbers.lowerBound + writer, to: numbers.upperBound, by: 16) {
                    try await store.transaction { try $0.put(Numbered(number: number)) }
                    note(number)
                }
            }
        }
        try await group.waitForAll()
    }
}

/// The process that tests kill, and the benchmarks: `sqlite-worker write|bench|plant|ready PATH [NUMBER]`.
@main struct SQLiteWorker {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(64) }
        let clock = SystemClock()
        let begin = clock.uptime
        let store = try SQLiteStore(path: arguments[2])
        let number = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
        switch arguments[1] {
        case "write":
            try await write(number..<number + 1_000_000, to: store) { number in
                // One system call writes a whole line or no line.
                FileHandle.standardOutput.write(Data("\(number)\n".utf8))
            }
        case "bench":
            let (start, count) = (clock.uptime, number > 0 ? number : 20_000)
            try await write(0..<count, to: store) { _ in }
            let seconds = (clock.uptime - start) / .seconds(1)
            print("\(count) durable writes by 16: \(Int(Double(count) / seconds)) a second")
        case "plant":
            try await write(0..<number, to: store) { _ in }
            print("planted \(number) in \((clock.uptime - begin) / .milliseconds(1)) ms")
            fflush(nil)
            try await write(number..<number + 1_000_000, to: store) { _ in }  // runs until the process is killed
        case "ready":
            let count = try await store.read { try $0.positions(Numbered.self, IndexQuery("all", limit: 10)).count }
            print("ready in \((clock.uptime - begin) / .milliseconds(1)) ms, \(count) found")
        default: exit(64)
        }
    }
}
