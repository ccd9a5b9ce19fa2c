public import DurableFiles
import Foundation
public import OrbitModels

/// What one person leaves on this device, as JSON in a private file. It is written one change after the other, until
/// that person has left.
///
/// ```swift
/// let notes = PersonalFile<[String]>(DurableFile("notes", in: PrivateDirectory(".orbit", under: "/home/maya")))
/// ```
@MainActor public final class PersonalFile<Value: Codable & Sendable> {
    private struct Owned: Codable {
        let owner: UserID
        let value: Value
    }

    private let file: DurableFile?
    private var lastWrite: Task<Void, any Error>?
    private var hasEnded = false

    /// - Parameter file: `nil` keeps nothing.
    public init(_ file: DurableFile?) {
        self.file = file
    }

    /// What this person has left; `nil` if there is nothing, if it is another person's, or if it cannot be read.
    public func value(of owner: UserID) async -> Value? {
        guard !hasEnded, let file, case .value(let stored) = await file.read(),
            let owned = try? OrbitJSON.decoder.decode(Owned.self, from: stored.payload),  // as above
            owned.owner == owner
        else { return nil }
        return owned.value
    }

    /// Replaces what the file holds, of whichever person it was. Does nothing once the person has left.
    ///
    /// - Throws: `DurableFileError` if it cannot be written, `EncodingError` for a value that has no JSON.
    public func keep(_ value: Value, of owner: UserID) async throws {
        guard !hasEnded, let file else { return }
        let data = try OrbitJSON.encoder.encode(Owned(owner: owner, value: value))
        try await change { _ = try await file.write(data) }
    }

    /// Removes the file, of whichever person it was.
    ///
    /// - Throws: `DurableFileError` if something is still on disk.
    public func remove() async throws {
        guard let file else { return }
        try await change { try await file.remove() }
    }

    /// Removes the file, and keeps nothing from now on: the person has left.
    ///
    /// - Throws: as ``remove()``.
    public func end() async throws {
        hasEnded = true
        try await remove()
    }

    /// It goes on if the caller is cancelled: what is written next must come after it.
    private func change(_ change: @escaping @Sendable () async throws -> Void) async throws {
        let before = lastWrite
        let write = Task {
            _ = await before?.result
            try await change()
        }
        lastWrite = write
        try await write.value
    }
}
