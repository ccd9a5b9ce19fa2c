import HTTPTypes

/// The header fields that restrict browsers. A page loads only files of its site, and runs no script in its text.
public enum PageRestrictions {
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    private static let texts: [(name: String, value: String)] = [
        ("Content-Security-Policy", policy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
    ]

    /// Returns the fields for every response of a site.
    ///
    /// - Parameter isSecure: Whether browsers reach the site over https. They then use no other scheme for a year.
    public static func fields(isSecure: Bool) -> HTTPFields {
        var fields = HTTPFields()
        for text in texts {
            if let name = HTTPField.Name(text.name) { fields[name] = text.value }
        }
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        return fields
    }
}
