import ArgumentParser
import Connections
import DurableFiles
import Foundation
import OrbitDemo
import OrbitModels
import OrbitStore
import Presentation
import TimeAndChance

/// Measures a start with the lists of the last launch.
struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Show the stored lists of the last launch.")

    @Argument(help: "How many elements each list has.")
    var elements = 1_000

    @OptionGroup var repetitions: Repetitions

    @Option(help: "How many lists are stored.")
    var lists = 1

    func validate() throws {
        guard (1...100_000).contains(elements) else { throw ValidationError("Store 1 to 100000 elements.") }
        guard (1...20).contains(lists) else { throw ValidationError("Store 1 to 20 lists.") }
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "orbit-start-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        // A folder that remains among the temporary files does no harm.
        defer { try? FileManager.default.removeItem(at: folder) }
        let measurement = StartMeasurement(
            directory: PrivateDirectory("app", under: folder.path), pokes: try await StoredPokes.make(elements),
            lists: lists)
        let report = try await measurement.report(repetitions: repetitions.repetitions)
        report.print()
    }
}

/// The elements of the stored lists.
private enum StoredPokes {
    static func make(_ count: Int) async throws -> [IncomingPoke] {
        let users = try await CampusSeed(people: count, seed: 7).populate(MemoryStore(), time: SystemClock())
        let now = SystemClock().date
        return users.enumerated().compactMap { number, user -> IncomingPoke? in
            guard let profile = user.profile else { return nil }
            let poke = Poke(
                id: PokeID("poke-\(number)"), fromUserID: user.id, toUserID: UserID("me"), note: .hello,
                status: .pending, createdAt: now.addingTimeInterval(-Double(number)),
                expiresAt: now.addingTimeInterval(86_400))
            return IncomingPoke(poke: poke, person: Person(id: user.id, profile: profile), shared: SharedContext())
        }
    }
}

/// The launches of one measurement.
@MainActor private struct StartMeasurement {
    private let directory: PrivateDirectory
    private let pokes: [IncomingPoke]
    private let lists: Int
    private let owner = UserID("me")

    nonisolated init(directory: PrivateDirectory, pokes: [IncomingPoke], lists: Int) {
        (self.directory, self.pokes, self.lists) = (directory, pokes, lists)
    }

    /// A log with its lists.
    @MainActor private struct Launch {
        let log: EventLog
        let lists: [PagedList<IncomingPoke>]
    }

    func report(repetitions: Int) async throws -> BenchmarkReport {
        let clock = SystemClock()
        let first = launch()
        await first.log.storage.begin(as: owner)
        for list in first.lists { await list.load() }
        let begin = clock.uptime
        await first.log.storage.flush()
        let storing = (clock.uptime - begin) / .milliseconds(1)
        guard case .value(let stored) = await file.read() else { throw UnexpectedInput("Nothing was stored.") }
        var (times, restored): ([Double], Int) = ([], 0)
        for _ in 0..<repetitions {
            let start = clock.uptime
            let next = launch()
            await next.log.storage.begin(as: owner)
            times.append((clock.uptime - start) / .milliseconds(1))
            restored = next.lists.count { $0.isStored && $0.known.count == pokes.count }
        }
        var report = BenchmarkReport()
        report.add("elements", pokes.count)
        report.add("lists", restored)
        report.add("bytes", stored.payload.count)
        report.add("start_ms", spread: times, digits: 1)
        report.add("store_ms", storing, digits: 1)
        return report
    }

    private var file: DurableFile { DurableFile("lists", in: directory, sizeLimit: ListStorage.recommendedSizeLimit) }

    private func launch() -> Launch {
        let log = EventLog(storedIn: file)
        let position = LogPosition(epoch: "start", seq: 1)
        let lists = (0..<lists).map { number in
            let list = PagedList(.incomingPokes, on: log) { [pokes] _ in
                ListPage(LossyList(pokes), nextCursor: nil, at: position)
            }
            log.storage.add(list, as: "pokes_\(number)")
            return list
        }
        return Launch(log: log, lists: lists)
    }
}
