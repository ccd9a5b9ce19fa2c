import Foundation
import OrbitModels

/// The activities of all sources, as far as the viewer may see them.
///
/// A source that reserves its activities for their owner is not even asked for the activities of another rider. The
/// library checks each activity again by its own origin, because a server can mix the origins by mistake.
public struct ActivityLibrary: Sendable {
    private let sources: [any ActivitySource]

    /// Creates a library of sources.
    public init(_ sources: [any ActivitySource]) { self.sources = sources }

    /// Returns the visible activities of a rider, the latest first. If two activities have equal ids, the first one counts.
    ///
    /// - Parameters:
    ///   - rider: The rider.
    ///   - viewer: The rider who looks at them.
    /// - Throws: The errors of the sources. A failed source fails the whole call, because a number that silently lacks
    ///   rides would be wrong.
    public func activities(of rider: RiderID, for viewer: RiderID) async throws -> [Activity] {
        var known: Set<ActivityID> = []
        var activities: [Activity] = []
        for source in sources where Self.permits(source.audience, rider, viewer) {
            for activity in try await source.activities(of: rider)
            where activity.rider == rider && Self.permits(activity.origin.audience, rider, viewer) {
                if known.insert(activity.id).inserted { activities.append(activity) }
            }
        }
        return activities.sorted {
            $0.startedAt == $1.startedAt ? $0.id > $1.id : $0.startedAt > $1.startedAt
        }
    }

    private static func permits(_ audience: ActivityAudience, _ owner: RiderID, _ viewer: RiderID) -> Bool {
        audience == .club || owner == viewer
    }
}
