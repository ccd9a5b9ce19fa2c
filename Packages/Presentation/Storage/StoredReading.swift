import Foundation
import OrbitModels

extension ListStorage {
    /// Stored content, decoded for the lists that take part.
    struct Reading: Sendable {
        let snapshot: StoredSnapshot
        /// The functions that show the content, by name.
        let shows: [String: (part: StoredSnapshot.Part, show: StoredMember.Show)]

        /// The encoded content by name.
        var bodies: [String: Data] {
            Dictionary(snapshot.parts.map { ($0.part.name, $0.body) }) { first, _ in first }
        }

        /// All parts by name.
        var unclaimed: [String: (part: StoredSnapshot.Part, body: Data)] {
            Dictionary(snapshot.parts.map { ($0.part.name, $0) }) { first, _ in first }
        }

        /// Decodes the parts of a snapshot concurrently.
        ///
        /// - Parameters:
        ///   - snapshot: The snapshot, if there is one.
        ///   - members: The lists that take part.
        /// - Returns: `nil` without a snapshot, or if an essential part cannot be decoded. A part of a list that does not
        ///   take part is not decoded, and any other part that cannot be decoded is left out.
        @concurrent static func decode(
            _ snapshot: StoredSnapshot?,
            for members: [(name: String, isEssential: Bool, decode: @Sendable (Data) throws -> StoredMember.Show)]
        ) async -> Reading? {
            guard let snapshot else { return nil }
            let parts = Dictionary(snapshot.parts.map { ($0.part.name, $0) }) { first, _ in first }
            return await withTaskGroup(of: Decoded.self) { group in
                for member in members {
                    guard let found = parts[member.name] else { continue }
                    group.addTask {
                        // `nil` for content that cannot be decoded.
                        Decoded(part: found.part, isEssential: member.isEssential, show: try? member.decode(found.body))
                    }
                }
                var shows: [String: (part: StoredSnapshot.Part, show: StoredMember.Show)] = [:]
                var isUsable = true
                for await decoded in group {
                    if let show = decoded.show {
                        shows[decoded.part.name] = (decoded.part, show)
                    } else if decoded.isEssential {
                        isUsable = false
                    }
                }
                return isUsable ? Reading(snapshot: snapshot, shows: shows) : nil
            }
        }

        private struct Decoded: Sendable {
            let part: StoredSnapshot.Part
            let isEssential: Bool
            let show: StoredMember.Show?
        }
    }
}
