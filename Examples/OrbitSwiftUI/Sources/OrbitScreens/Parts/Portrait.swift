import Foundation
import OrbitApp
import OrbitModels
import Profiles
import SwiftUI

/// The picture of a person: the first photo, or the first character of the name.
struct Portrait: View {
    let detail: ProfileDetail

    var body: some View {
        switch detail.portrait {
        case .photo(let photo): PhotoView(photo: photo.id, owner: detail.id)
        case .initial(let initial):
            Text(initial)
                .font(.largeTitle)
                .frame(maxWidth: .infinity, maxHeight: .infinity)
                .background(Color.accentColor.opacity(0.25))
                .accessibilityHidden(true)
        }
    }
}

/// A photo of a person, which requires the session. So the app loads its bytes.
struct PhotoView: View {
    let photo: PhotoID
    let owner: UserID
    @Environment(SignedInUser.self) private var user
    @State private var bytes: Data?

    var body: some View {
        PictureView(bytes: bytes)
            .task(id: photo) {
                // A photo that cannot be loaded leaves the placeholder. The rest of the profile is shown.
                bytes = try? await user.photos.photo(photo, of: owner)
            }
    }
}

/// The picture in JPEG or PNG data, or a placeholder.
struct PictureView: View {
    let bytes: Data?

    var body: some View {
        if let image = bytes.flatMap({ Image(decoding: $0) }) {
            image.resizable().scaledToFill()
        } else {
            Image(systemName: "photo").foregroundStyle(.secondary).frame(maxWidth: .infinity, maxHeight: .infinity)
        }
    }
}
