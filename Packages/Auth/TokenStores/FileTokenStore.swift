public import DurableFiles
import Foundation
import OrbitModels
public import TimeAndChance

/// Stores the session in a durable file. The file is plain text, private to the user, crash-safe and shared by
/// processes.
///
/// The store has no fallback: if the file cannot be used, the operation fails.
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
    /// The generation of the file that this store wrote last. That file contains a session, so it is replaced without
    /// decoding it again.
    private let replaceable = LockedState<UInt64?>(nil)

    /// - Parameters:
    ///   - directory: The directory of the file.
    ///   - name: The name of the file.
    ///   - installID: The identifier of this installation. If it is set, a session of another installation counts as
    ///     absent.
    ///   - lockTimeout: The longest wait for another process, which may be renewing a token over the network.
    ///   - time: The clock of the lock timeout.
    ///   - random: The source of randomness of the file.
    public init(
        in directory: PrivateDirectory, name: String = "session", installID: String? = nil,
        lockTimeout: Duration = .seconds(60), time: any TimeSource = SystemClock(), random: RandomSource = .system
    ) {
        file = DurableFile(
            name, in: directory, sizeLimit: Self.sizeLimit, lockTimeout: lockTimeout, time: time, random: random)
        self.installID = installID
    }

    /// A private file, with its path.
    public var status: TokenStoreStatus { TokenStoreStatus(protection: .privateFile, path: file.path) }

    /// Reads the session without waiting for the lock.
    public func load() async -> StoredSession {
        StoredSession(await file.read(), installID: installID)
    }

    /// Holds the lock file while `body` runs, so that other tasks and processes are excluded.
    @concurrent
    public func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        let tokens: LockedFile
        do {
            tokens = LockedFile(file: try await file.lock(), installID: installID, replaceable: replaceable)
        } catch let error as DurableFileError {
            throw TokenStoreError(error)
        }
        return try await body(tokens)
    }

    private final class LockedFile: ExclusiveTokens {
        private let file: ExclusiveFile
        private let installID: String?
        private let replaceable: LockedState<UInt64?>

        init(file: consuming ExclusiveFile, installID: String?, replaceable: LockedState<UInt64?>) {
            self.file = file
            self.installID = installID
            self.replaceable = replaceable
        }

        func load() -> StoredSession {
            StoredSession(file.read(), installID: installID)
        }

        func save(_ session: AuthSession) throws(TokenStoreError) {
            let contents = file.read()
            // The file refuses to replace a damaged record. This check covers an intact record without a session.
            if contents.generation == nil || contents.generation != replaceable.withLock(\.self) {
                try StoredSession(contents, installID: installID).checkReplaceable()
            }
            let record = try TokenRecord.encode(session, installID: installID)
            do {
                let generation = try file.write(record, replacing: contents)
                replaceable.withLock { $0 = generation }
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

extension FileContents {
    fileprivate var generation: UInt64? {
        if case .value(let stored) = self { stored.generation } else { nil }
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

extension TokenStoreError {
    fileprivate init(_ error: DurableFileError) {
        switch error {
        case .unavailable(let error): self = .unavailable(reason: error.localizedDescription)
        case .insecure(let insecurity): self = .insecure(reason: insecurity.localizedDescription)
        case .corrupt(let corruption): self = .corrupt(reason: corruption.localizedDescription)
        }
    }
}
