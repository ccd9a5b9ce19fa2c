public import DurableFiles
import Foundation
import OrbitModels
public import TimeAndChance

/// Keeps the session in a durable file: plain text, private to the user, safe from crashes, shared by processes.
///
/// There is no second place to fall back to: what cannot be stored here is an error.
///
/// ```swift
/// let store = FileTokenStore(in: PrivateDirectory(".orbit", under: NSHomeDirectory()))
/// switch await store.load() {
/// case .absent: print("signed out")
/// case .session(let session): print("signed in as \(session.userID)")
/// case .unavailable(let reason), .insecure(let reason), .corrupt(let reason): print(reason)
/// }
/// ```
public struct FileTokenStore: TokenStore {
    private static let sizeLimit = 65_536

    private let file: DurableFile
    private let installID: String?

    /// - Parameters:
    ///   - installID: If given, a session that another installation left behind counts as absent.
    ///   - patience: How long to wait for another process, which may be exchanging a token over the network.
    public init(
        in directory: PrivateDirectory, name: String = "session", installID: String? = nil,
        patience: Duration = .seconds(60), time: any TimeSource = SystemClock(), random: RandomSource = .system
    ) {
        file = DurableFile(
            name, in: directory, sizeLimit: Self.sizeLimit, patience: patience, time: time, random: random)
        self.installID = installID
    }

    public var status: TokenStoreStatus { TokenStoreStatus(grade: .privateFile, path: file.path) }

    public func load() async -> StoredSession {
        StoredSession(await file.read(), installID: installID)
    }

    @concurrent
    public func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        let tokens: LockedFile
        do {
            tokens = LockedFile(file: try await file.lock(), installID: installID)
        } catch let error as DurableFileError {
            throw TokenStoreError(error)
        }
        return try await body(tokens)
    }

    private final class LockedFile: ExclusiveTokens {
        private let file: ExclusiveFile
        private let installID: String?

        init(file: consuming ExclusiveFile, installID: String?) {
            self.file = file
            self.installID = installID
        }

        func load() -> StoredSession {
            StoredSession(file.read(), installID: installID)
        }

        func save(_ session: AuthSession) throws(TokenStoreError) {
            // The file refuses to replace a damaged record; this is for a sound one that holds no session.
            try load().checkReplaceable()
            let record = try TokenRecord.encode(session, installID: installID)
            do {
                try file.write(record)
            } catch {
                throw TokenStoreError(error)
            }
        }

        func remove() throws(TokenStoreError) {
            do {
                try file.remove()
            } catch {
                throw TokenStoreError(error)
            }
        }
    }
}

extension StoredSession {
    fileprivate init(_ contents: FileContents, installID: String?) {
        switch contents {
        case .absent: self = .absent
        case .value(let stored): self = TokenRecord.decode(stored.payload, installID: installID)
        case .unavailable(let error): self = .unavailable(reason: error.localizedDescription)
        case .insecure(let insecurity): self = .insecure(reason: insecurity.localizedDescription)
        case .corrupt(let corruption): self = .corrupt(reason: corruption.localizedDescription)
        }
    }
}
