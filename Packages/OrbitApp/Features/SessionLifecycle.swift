import DurableFiles
import OrbitModels
import Presentation

/// A coordinator that begins and ends one session for the app's own models, the models of features, and the files of
/// features.
@MainActor final class SessionLifecycle: FeatureModels {
    private(set) var hasEnded = false
    /// The models and files, until their files are removed.
    private var members: [any FeatureModels] = []
    private let environment: AppEnvironment

    /// A file that models of a feature have asked for.
    private final class File<Value: Codable & Sendable>: FeatureModels {
        let file: PerUserFile<Value>

        init(_ file: PerUserFile<Value>) { self.file = file }

        func removeFiles() async throws { try await file.end() }
    }

    /// Creates a lifecycle without models.
    ///
    /// - Parameter environment: The environment with the directory of the files.
    init(_ environment: AppEnvironment) { self.environment = environment }

    func add(_ member: any FeatureModels) { members.append(member) }

    func add(_ file: PerUserFile<some Codable & Sendable>) { add(File(file)) }

    func begin(as user: UserID) {
        for member in members { member.begin(as: user) }
    }

    func end() {
        hasEnded = true
        for member in members { member.end() }
    }

    /// Removes the files of all members and of all features. Releases each member whose files could be removed.
    ///
    /// - Throws: The first error of a file that is still on disk. The next call tries to remove it again.
    func removeFiles() async throws {
        var failure: (any Error)?
        var failed: [any FeatureModels] = []
        for member in members {
            do {
                try await member.removeFiles()
            } catch {
                failure = failure ?? error
                failed.append(member)
            }
        }
        members = failed
        // After the members, because a file that a model still writes would appear again.
        do { try await removeFeatureFiles() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// Removes the files that features of this launch or an earlier launch have asked for.
    private func removeFeatureFiles() async throws {
        guard let directory = environment.directory else { return }
        var failure: (any Error)?
        for name in try await directory.fileNames(withPrefix: SignedInContext.filePrefix) {
            do { try await environment.file(name)?.remove() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
