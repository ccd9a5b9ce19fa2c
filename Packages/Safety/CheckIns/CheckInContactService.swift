public import Networking
public import OrbitModels

/// The secret in a message to the contact of a safety check-in.
public typealias ContactToken = Secret<CheckInContact>

/// Lets the contact of a safety check-in stop or allow messages, with the secret in a message.
///
/// ```swift
/// let contacts = CheckInContactService(client: anonymous)  // a contact needs no account
/// try await contacts.refuse(token)
/// ```
///
/// Call it when the contact presses a button, not when the page opens. Programs that scan mail open links.
public struct CheckInContactService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`, which needs no session.
    public init(client: APIClient) {
        self.client = client
    }

    /// Stops all messages about check-ins to the contact's address.
    ///
    /// - Throws: A problem with code `not_found` if no message contained the token.
    public func refuse(_ token: ContactToken) async throws {
        try await client.perform(endpoint(CheckInRoutes.refuse, token))
    }

    /// Allows messages to the contact's address again.
    ///
    /// - Throws: The same problem as ``refuse(_:)``.
    public func accept(_ token: ContactToken) async throws {
        try await client.perform(endpoint(CheckInRoutes.accept, token))
    }

    private func endpoint(_ route: Route, _ token: ContactToken) -> Endpoint<MessageData> {
        Endpoint(route, parameters: ["contact_token": token.reveal])
    }
}
