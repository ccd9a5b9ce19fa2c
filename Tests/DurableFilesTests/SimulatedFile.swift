import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import TimeAndChance

/// A durable file on a simulated disk, with an instance for each process.
struct SimulatedFile {
    static let path = "/home/private"

    let disk = SimulatedDisk()
    /// A clock with which waiting for locks takes no time.
    let clock = VirtualClock.selfAdvancing()
    private let random = RandomSource.seeded(1)

    /// Returns another process's view of the file. Only the disk's own locks separate the processes.
    func open(sizeLimit: Int = 4096, lockTimeout: Duration = .seconds(30)) -> DurableFile {
        DurableFile(
            "session", in: PrivateDirectory("private", under: "/home", on: disk), sizeLimit: sizeLimit,
            lockTimeout: lockTimeout, time: clock, random: random)
    }

    var temporaries: [String] {
        (disk.files(in: Self.path) ?? [:]).keys.filter { $0.contains(".tmp-") }
    }
}

/// A change of the file, and the contents allowed after it.
enum Change: CaseIterable, Sendable {
    case create, overwrite, remove, quarantine

    /// The contents before the change; `nil` if the file is absent.
    var before: String? {
        switch self {
        case .create: nil
        case .overwrite, .remove: "old"
        case .quarantine: "garbage"
        }
    }

    var after: String? {
        switch self {
        case .create, .overwrite: "new"
        case .remove, .quarantine: nil
        }
    }

    /// Creates a disk on which the change is possible.
    func prepare() async throws -> SimulatedFile {
        let simulated = SimulatedFile()
        switch self {
        case .create: break
        case .overwrite, .remove: try await simulated.open().write(Data("old".utf8))
        case .quarantine:
            try await simulated.open().write(Data("old".utf8))
            simulated.disk.plant(Array("garbage".utf8), as: "session", in: SimulatedFile.path)
        }
        return simulated
    }

    func perform(on file: DurableFile) async throws {
        switch self {
        case .create, .overwrite: try await file.write(Data("new".utf8))
        case .remove: try await file.remove()
        case .quarantine: try await file.quarantine()
        }
    }

    /// Returns the number of calls of the change without faults.
    func countCalls() async throws -> Int {
        let simulated = try await prepare()
        let before = simulated.disk.calls.count
        try await perform(on: simulated.open())
        return simulated.disk.calls.count - before
    }
}

extension SimulatedFile {
    /// Returns the contents of the file without faults: a payload, "garbage", or `nil` if absent.
    func value() async -> String? {
        switch await open().read() {
        case .absent: nil
        case .value(let stored): String(bytes: stored.payload, encoding: .utf8)
        case .corrupt(.notARecord): "garbage"
        case let other: "\(other)"
        }
    }
}
