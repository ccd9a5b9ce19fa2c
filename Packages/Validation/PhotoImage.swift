public import Foundation

/// The bytes of a photo with their media type, such as for the `Content-Type` of a page.
public struct PhotoImage: Hashable, Sendable {
    /// The encoded image.
    public let bytes: Data
    /// `image/jpeg` or `image/png`; `application/octet-stream` for bytes of no known format.
    public let mediaType: String

    /// Detects the media type from the first bytes.
    public init(_ bytes: Data) {
        self.bytes = bytes
        mediaType = PhotoFormat(sniffing: bytes).mediaType ?? "application/octet-stream"
    }
}
