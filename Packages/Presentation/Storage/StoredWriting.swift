import DurableFiles
import Foundation
import OrbitModels

extension ListStorage {
    /// The encoded content of a list, which is used again while the list is unchanged.
    struct EncodedContent: Sendable {
        private let revision: Int
        private let segmentCount: Int
        let body: Data

        init(of content: StoredMember.Content, body: Data) {
            (revision, segmentCount) = (content.revision, content.positions.count)
            self.body = body
        }

        /// Whether the content has not changed since it was encoded. Only the positions of its segments may differ.
        func isSame(as content: StoredMember.Content) -> Bool {
            revision == content.revision && segmentCount == content.positions.count
        }
    }

    /// The content of a list, and how to store it.
    struct UnwrittenPart: Sendable {
        let name: String
        let isEssential: Bool
        let content: StoredMember.Content
        let currentAt: Date
        /// The time of the write, for content that no screen has requested.
        let now: Date
        /// The content as it was encoded before.
        let encoded: EncodedContent?
    }

    /// One write of the content, off the main actor.
    struct WriteJob: Sendable {
        let owner: UserID
        let at: LogPosition?
        let parts: [UnwrittenPart]
        let unclaimed: [(part: StoredSnapshot.Part, body: Data)]
        let file: DurableFile
        /// Whether the old content must not remain, because it shows a person who was hidden in the meantime.
        let mustReplace: Bool

        /// Encodes changed content and replaces the file. If ``mustReplace`` is `true` and the file cannot be replaced,
        /// removes it.
        ///
        /// - Returns: The encoded content by name, and whether the old content was replaced or removed.
        @concurrent func run() async -> (bodies: [String: EncodedContent], isReplaced: Bool) {
            var bodies: [String: EncodedContent] = [:]
            for part in parts {
                if let encoded = part.encoded, encoded.isSame(as: part.content) {
                    bodies[part.name] = encoded
                    continue
                }
                // A list that cannot be encoded is left out.
                if let body = try? part.content.encode() {
                    bodies[part.name] = EncodedContent(of: part.content, body: body)
                }
            }
            do {
                guard let payload = try snapshot(of: bodies).encoded(upTo: file.sizeLimit) else {
                    try await file.remove()
                    return (bodies, true)
                }
                try await file.write(payload)
                return (bodies, true)
            } catch {
                // The next write tries again. On a full disk, a removal is still possible.
                guard mustReplace else { return (bodies, false) }
                // The caller tries again if this fails, too.
                return (bodies, (try? await file.remove()) != nil)
            }
        }

        /// Returns the snapshot with essential lists first, followed by the other lists, the most recently shown first.
        private func snapshot(of bodies: [String: EncodedContent]) -> StoredSnapshot {
            var found: [(isEssential: Bool, part: StoredSnapshot.Part, body: Data)] = []
            for part in parts {
                guard let body = bodies[part.name]?.body else { continue }
                let stored = StoredSnapshot.Part(
                    name: part.name, length: body.count, positions: part.content.positions, currentAt: part.currentAt,
                    shownAt: part.content.shownAt ?? part.now)
                found.append((part.isEssential, stored, body))
            }
            for other in unclaimed { found.append((false, other.part, other.body)) }
            found.sort { left, right in
                guard left.isEssential == right.isEssential else { return left.isEssential }
                return left.part.shownAt > right.part.shownAt
            }
            return StoredSnapshot(owner: owner, at: at, parts: found.map { ($0.part, $0.body) })
        }
    }
}
