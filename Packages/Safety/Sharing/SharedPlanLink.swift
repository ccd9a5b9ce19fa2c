public import Foundation
public import Networking
public import OrbitModels

/// Where the plan of a meetup can be read without a session. It is a secret, so it never describes itself.
public struct SharedPlanLink: Hashable, Sendable {
    /// To be sent to a person who should know where the user is.
    public let url: URL
    /// What the server has made.
    public let share: PlanShare

    /// - Parameter server: the one that has made the link.
    /// - Throws: `APIError.invalidRequest` if the token makes no address.
    public init(_ new: NewPlanShare, at server: ServerAddress) throws(APIError) {
        url = try server.url(of: SharingRoutes.read, parameters: ["share_token": new.token.reveal])
        share = new.share
    }
}

extension SharedPlanLink: Redacted {
    /// A placeholder.
    public var description: String { "‹shared plan›" }
}
