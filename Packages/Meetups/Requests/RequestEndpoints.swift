public import Foundation
public import Networking
public import OrbitModels

/// The routes with which hosts approve and decline requests.
public enum MeetupRequestRoutes {
    /// `GET /meetups/requests`. Returns the undecided requests for all of the user's meetups, the oldest first.
    public static let list = Route(.get, "/meetups/requests")
    /// `POST /meetups/requests/{request_id}/approve`. Returns `Keyed<JoinRequest>`.
    public static let approve = Route(.post, "/meetups/requests/{request_id}/approve")
    /// `POST /meetups/requests/{request_id}/decline`. Body: ``DeclineRequestRequest``. Returns `Keyed<JoinRequest>`.
    public static let decline = Route(.post, "/meetups/requests/{request_id}/decline")

    /// All routes of this area.
    public static let all = [list, approve, decline]
}

/// The body of `/meetups/requests/{request_id}/decline`.
public struct DeclineRequestRequest: Codable, Hashable, Sendable {
    /// The reason that the person sees, or `nil` for no reason.
    public var reason: DeclineReason?

    /// Creates the body.
    public init(reason: DeclineReason? = nil) {
        self.reason = reason
    }
}

/// A request that waits for the user's decision.
public struct IncomingRequest: Codable, Hashable, Sendable, Identifiable {
    /// The request.
    public var request: JoinRequest
    /// The person who sent the request, with the profile that the user may see.
    public var person: Person
    /// The title of the meetup.
    public var meetupTitle: String
    /// The start of the meetup.
    public var meetupStart: Date

    /// Creates an element of the list.
    public init(request: JoinRequest, person: Person, meetupTitle: String, meetupStart: Date) {
        self.request = request
        self.person = person
        self.meetupTitle = meetupTitle
        self.meetupStart = meetupStart
    }

    /// The identifier of the request.
    public var id: JoinRequestID { request.id }

    private enum CodingKeys: String, CodingKey {
        case request, person
        case meetupTitle = "meetup_title"
        case meetupStart = "meetup_time"
    }
}

extension JoinRequest: JSONKeyed {
    /// The JSON key `request`.
    public static var jsonKey: String { "request" }
}

extension IncomingRequest: JSONKeyed {
    /// The JSON key `request`.
    public static var jsonKey: String { "request" }
}
