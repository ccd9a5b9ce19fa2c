import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import TimeAndChance

/// A journal on a simulated disk, opened by one process after the other.
struct SimulatedJournal {
    static let path = "/home/private/notes"

    let disk = SimulatedDisk()
    private let random = RandomSource.seeded(1)

    func open(sizeLimit: Int = 4096) async throws -> (journal: Journal, contents: JournalContents) {
        try await Journal.open(
            "notes", in: PrivateDirectory("private/notes", under: "/home", on: disk), sizeLimit: sizeLimit,
            time: VirtualClock.selfAdvancing(), random: random)
    }

    /// The records after a restart of the process, each damaged part as "damage".
    func reopened() async throws -> [String] {
        disk.restartProcess()
        return try await open().contents.texts
    }

    /// The bytes of the journal file.
    var bytes: [UInt8] { file("notes") }

    func file(_ name: String) -> [UInt8] { disk.files(in: Self.path)?[name] ?? [] }

    /// Replaces the journal file between two processes.
    func plant(_ bytes: [UInt8]) {
        disk.plant(bytes, as: "notes", in: Self.path)
    }
}

extension JournalContents {
    var texts: [String] {
        entries.map { entry in
            if case .record(let payload) = entry { String(decoding: payload, as: UTF8.self) } else { "damage" }
        }
    }
}

extension Journal {
    /// Appends a record for each text, each with a synchronization of its own.
    func append(_ texts: String...) async throws {
        for text in texts { try await append([Data(text.utf8)]) }
    }
}
