public import OrbitModels
public import Validation

extension PhotoLoader {
    /// The image with its media type; otherwise as ``photo(_:of:)``.
    public func image(_ photo: PhotoID, of user: UserID) async throws -> PhotoImage {
        PhotoImage(try await self.photo(photo, of: user))
    }
}
