import OrbitModels
import Presentation

/// All that begins and ends with one session: the app's own models, those of features, and their files.
@MainActor final class SessionParts: FeatureModels {
    private(set) var hasEnded = false
    private var parts: [any FeatureModels] = []

    /// The file of a feature, as a part.
    private final class File<Value: Codable & Sendable>: FeatureModels {
        let file: PersonalFile<Value>

        init(_ file: PersonalFile<Value>) { self.file = file }

        func removeFiles() async throws { try await file.end() }
    }

    func add(_ part: any FeatureModels) { parts.append(part) }

    func add(_ file: PersonalFile<some Codable & Sendable>) { add(File(file)) }

    func begin(as user: UserID) {
        for part in parts { part.begin(as: user) }
    }

    func end() {
        hasEnded = true
        for part in parts { part.end() }
    }

    /// Removes the files of all parts, and releases the parts.
    ///
    /// - Throws: The first error of a file that is still on disk.
    func removeFiles() async throws {
        var failure: (any Error)?
        for part in parts {
            do { try await part.removeFiles() } catch { failure = failure ?? error }
        }
        parts = []
        if let failure { throw failure }
    }
}
