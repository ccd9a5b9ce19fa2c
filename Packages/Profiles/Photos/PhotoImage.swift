public import Foundation
public import OrbitModels
import Validation

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

extension PhotoLoader {
    /// The image with its media type; otherwise as ``photo(_:of:)``.
    public func image(_ photo: PhotoID, of user: UserID) async throws -> PhotoImage {
        PhotoImage(try await self.photo(photo, of: user))
    }
}
