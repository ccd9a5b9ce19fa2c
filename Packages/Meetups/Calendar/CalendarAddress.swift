public import Foundation
public import Networking
public import OrbitModels

/// The address at which other calendars read the user's meetups. It is secret, so its description is a placeholder.
public struct CalendarAddress: Hashable, Sendable {
    /// The address for the clipboard and for calendars that ask for a URL.
    public let url: URL
    /// The time of creation by the server's clock.
    public let createdAt: Date

    /// Creates the address from the server's response.
    ///
    /// - Parameters:
    ///   - address: The secret part of the address, from the server.
    ///   - server: The server that created it.
    /// - Throws: `APIError.invalidRequest` if the secret part does not form a valid URL.
    public init(_ address: NewCalendarAddress, at server: ServerAddress) throws(APIError) {
        url = try server.url(of: MeetupCalendarRoutes.subscription, parameters: ["token": address.token.reveal])
        createdAt = address.createdAt
    }

    /// The address with the scheme `webcal`, which opens the system's calendar to subscribe.
    public var subscription: URL? {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.scheme = "webcal"
        return parts?.url
    }
}

extension CalendarAddress: Redacted {
    /// A placeholder without the secret.
    public var description: String { "‹calendar address›" }
}
