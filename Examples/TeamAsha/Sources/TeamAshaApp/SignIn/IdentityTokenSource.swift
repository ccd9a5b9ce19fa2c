/// Obtains an ID token from a provider of identities, usually with a sheet of the provider's SDK.
///
/// It is the only place of the app that knows the SDK. An app for iOS implements it with GoogleSignIn, and the sandbox
/// with a fixed token. The token is sent to `POST /auth/google/callback`, and the server checks its signature.
public protocol IdentityTokenSource: Sendable {
    /// Asks the rider for their identity.
    ///
    /// - Returns: The ID token.
    /// - Throws: `CancellationError` if the rider closes the sheet, and the errors of the provider.
    func identityToken() async throws -> IdentityToken
}
