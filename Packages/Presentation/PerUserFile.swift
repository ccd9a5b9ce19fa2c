public import DurableFiles
import Foundation
public import OrbitModels

/// The data of one person on this device, stored as JSON in a private file. Changes are written one after the other,
/// until the person has signed out.
///
/// ```swift
/// let notes = PerUserFile<[String]>(DurableFile("notes", in: PrivateDirectory(".orbit", under: "/home/maya")))
/// ```
@MainActor public final class PerUserFile<Value: Codable & Sendable> {
    private struct Owned: Codable {
        let owner: UserID
        let value: Value
    }

    private let file: DurableFile?
    private var lastWrite: Task<Void, any Error>?
    private var hasEnded = false

    /// Creates a store.
    ///
    /// - Parameter file: The file; `nil` stores nothing.
    public init(_ file: DurableFile?) {
        self.file = file
    }

    /// Returns the stored value of a person. Returns `nil` if there is no value, if it belongs to another person, or if
    /// it cannot be read.
    public func value(of owner: UserID) async -> Value? {
        guard !hasEnded, let file, case .value(let stored) = await file.read(),
            let owned = try? OrbitJSON.decoder.decode(Owned.self, from: stored.payload),  // `nil`, as documented
            owned.owner == owner
        else { return nil }
        return owned.value
    }

    /// Replaces the content of the file, even that of another person. Does nothing after ``end()``.
    ///
    /// - Parameters:
    ///   - value: The value to store.
    ///   - owner: The person that the value belongs to.
    /// - Throws: `DurableFileError` if the file cannot be written, `EncodingError` if the value cannot be encoded.
    public func keep(_ value: Value, of owner: UserID) async throws {
        guard !hasEnded, let file else { return }
        let data = try OrbitJSON.encoder.encode(Owned(owner: owner, value: value))
        try await change { _ = try await file.write(data) }
    }

    /// Removes the file, even that of another person.
    ///
    /// - Throws: `DurableFileError` if data remains on disk.
    public func remove() async throws {
        guard let file else { return }
        try await change { try await file.remove() }
    }

    /// Removes the file, and stores nothing from now on, because the person has signed out.
    ///
    /// - Throws: The same errors as ``remove()``.
    public func end() async throws {
        hasEnded = true
        try await remove()
    }

    /// Runs a change after all earlier changes. It continues if the caller is cancelled, because later changes have to
    /// follow it.
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
