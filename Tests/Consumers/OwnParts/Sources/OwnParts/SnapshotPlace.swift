import DurableFiles
import Foundation
import OrbitStore

/// The place of a snapshot: a file, or the memory of a test.
struct SnapshotPlace: Sendable {
    /// Returns the last snapshot; `nil` if no snapshot was saved.
    var load: @Sendable () async throws -> Data?
    /// Replaces the snapshot. Returns once the snapshot survives a crash.
    var save: @Sendable (Data) async throws -> Void
}

extension SnapshotPlace {
    /// A durable file.
    static func file(_ file: DurableFile) -> SnapshotPlace {
        SnapshotPlace(
            load: {
                switch await file.read() {
                case .absent: return nil
                case .value(let stored): return stored.payload
                case .unavailable: throw StoreError.unavailable
                case .insecure, .corrupt: throw StoreError.damaged
                }
            },
            save: { snapshot in
                do {
                    try await file.write(snapshot)
                } catch let error as DurableFileError {
                    throw StoreError(error)
                }
            })
    }
}

extension StoreError {
    fileprivate init(_ error: DurableFileError) {
        switch error {
        case .unavailable(.diskFull), .unavailable(.quotaReached), .unavailable(.tooLarge): self = .full
        case .unavailable(.readOnly), .unavailable(.accessDenied): self = .readOnly
        case .unavailable: self = .unavailable
        default: self = .damaged
        }
    }
}
