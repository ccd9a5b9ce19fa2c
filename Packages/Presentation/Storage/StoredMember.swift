import Foundation
import OrbitModels

/// A list or resource that takes part in a ``ListStorage``, without its type.
@MainActor struct StoredMember {
    /// The content of a list or resource, to be encoded off the main actor.
    struct Content: Sendable {
        /// The position of each segment.
        let positions: [LogPosition]
        /// The date of content from an earlier launch; `nil` if the content is current.
        let storedDate: Date?
        /// The time of the last load; `nil` before the first.
        let loadedAt: Date?
        /// The last time at which a screen has requested the content.
        let shownAt: Date?
        /// Changes with the content.
        let revision: Int
        let encode: @Sendable () throws -> Data
    }

    /// The circumstances under which stored content is shown.
    struct Source: Sendable {
        let part: StoredSnapshot.Part
        /// Whether the server keeps a log, so that events bring the content up to date.
        let hasLog: Bool
        /// Whether the log may have advanced since it was restored.
        let isLate: Bool
    }

    /// Shows decoded content. Returns `false` if it could not be used.
    typealias Show = @MainActor @Sendable (Source) -> Bool

    /// The name under which the content is stored.
    let name: String
    /// Whether nothing is restored without this content.
    let isEssential: Bool
    /// Whether the list or resource still exists.
    let isAlive: @MainActor () -> Bool
    /// Returns the content; `nil` if nothing is loaded.
    let content: @MainActor () -> Content?
    /// Decodes content on any thread.
    let decode: @Sendable (Data) throws -> Show
    /// Notes that all events since the content was stored were applied.
    let noteCatchUp: @MainActor () -> Void
}
