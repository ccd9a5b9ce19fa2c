import Networking
import OrbitModels

/// The activities of one origin on the server of the club.
public struct ClubActivities: ActivitySource {
    /// The origin.
    public let origin: ActivityOrigin
    private let service: ClubService

    /// Creates the source of an origin.
    public init(_ origin: ActivityOrigin, service: ClubService) { (self.origin, self.service) = (origin, service) }

    /// The audience of the origin.
    public var audience: ActivityAudience { origin.audience }

    /// Returns the activities of a rider. Activities of other origins in the response are left out.
    public func activities(of rider: RiderID) async throws -> [Activity] {
        try await service.activities(of: rider, from: origin).filter { $0.origin == origin }
    }
}
