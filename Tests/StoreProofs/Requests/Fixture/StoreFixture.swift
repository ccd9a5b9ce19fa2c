import Foundation
import StoreEngines
import Testing

/// A store that an earlier version of the code has written, with the responses of that version.
///
/// `Tests/StoreProofs/run` unpacks all fixtures into a folder and passes it in `ORBIT_FIXTURES`.
struct StoreFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let engine: Engine
    private let folder: URL

    /// All fixtures of the folder. Empty if the variable is not set.
    static let all: [StoreFixture] = {
        guard let path = ProcessInfo.processInfo.environment["ORBIT_FIXTURES"] else { return [] }
        // Without fixtures in the folder no test runs, which `run` reports as a failure.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().flatMap { name in
            Engine.allCases.map { StoreFixture(name, on: $0, in: URL(filePath: path).appending(path: name)) }
        }
    }()

    var testDescription: String { "\(name) on \(engine.rawValue)" }

    init(_ name: String, on engine: Engine, in folder: URL) {
        (self.name, self.engine) = (name, engine)
        self.folder = folder.appending(path: engine.rawValue)
    }

    private var recordsFile: URL { folder.appending(path: "store") }
    private var campusFile: URL { folder.appending(path: "campus.json") }

    /// Writes a new fixture.
    func save(_ store: any TemporaryStore, _ campus: FixtureCampus) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await store.save(to: recordsFile)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(campus).write(to: campusFile)
    }

    /// Opens a store of this version with the records, which migrates the tables.
    func open() async throws -> (store: any TemporaryStore, campus: FixtureCampus) {
        let campus = try JSONDecoder().decode(FixtureCampus.self, from: Data(contentsOf: campusFile))
        return (try await engine.makeStore(from: recordsFile), campus)
    }
}
