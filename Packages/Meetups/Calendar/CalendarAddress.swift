public import Foundation
public import Networking
public import OrbitModels

/// Where other calendars read the user's meetups. It is a secret, so it never describes itself.
public struct CalendarAddress: Hashable, Sendable {
    /// For calendars that ask for an address, and for the clipboard.
    public let url: URL
    /// When it was made, by the server's clock.
    public let createdAt: Date

    /// - Parameter server: the one that has made the address.
    /// - Throws: `APIError.invalidRequest` if the token makes no address.
    public init(_ address: NewCalendarAddress, at server: ServerAddress) throws(APIError) {
        url = try server.url(of: MeetupCalendarRoutes.subscription, parameters: ["token": address.token.reveal])
        createdAt = address.createdAt
    }

    /// The same with the scheme `webcal`, which opens the system's calendar to subscribe.
    public var subscription: URL? {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.scheme = "webcal"
        return parts?.url
    }
}

extension CalendarAddress: Redacted {
    /// A placeholder.
    public var description: String { "‹calendar address›" }
}
