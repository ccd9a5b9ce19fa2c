import Foundation

/// The link of a rider's account to Strava.
public struct StravaLink: Codable, Hashable, Sendable {
    /// The scopes that the rider has granted. The rider may untick scopes, so they can differ from the requested scopes.
    public var scopes: [String]
    /// The time of the last synchronization; `nil` before the first.
    public var lastSyncAt: Date?

    /// Creates a link.
    public init(scopes: [String], lastSyncAt: Date? = nil) { (self.scopes, self.lastSyncAt) = (scopes, lastSyncAt) }

    private enum CodingKeys: String, CodingKey {
        case scopes
        case lastSyncAt = "last_sync_at"
    }

    /// Whether the scopes permit reading activities.
    public var canReadActivities: Bool { scopes.contains("activity:read") || scopes.contains("activity:read_all") }
}
