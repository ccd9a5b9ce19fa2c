import Foundation
import OrbitModels
import PhotosUI
import Presentation
import Profiles
import SwiftUI

/// The fifth step: the photos, and who sees each part of the profile.
struct PhotosStep: View {
    @Bindable var profile: ProfileViewModel
    let photos: ProfilePhotos
    @Environment(\.words) private var words
    @State private var picked: PhotosPickerItem?

    var body: some View {
        Section {
            ForEach(photos.items) { item in
                PhotoRow(item: item, photos: photos, owner: profile.saved.value?.userID)
            }
            // The server accepts JPEG and PNG.
            PhotosPicker(
                words(.addPhoto), selection: $picked, matching: .images, preferredItemEncoding: .compatible
            )
            .task(id: picked) {
                // A photo that cannot be read, such as a photo that is only in the cloud, can be picked again.
                guard let image = try? await picked?.loadTransferable(type: Data.self) else { return }
                await photos.add(image)
            }
            FailureText(photos.failure)
            ProblemText(profile.message(for: "photos"))
        } footer: {
            Text(words(.photoHint))
        }
        Section {
            DisclosureGroup(words(.audiences)) {
                ForEach(ProfileField.allCases.filter { $0.fixedAudience == nil }, id: \.self) { field in
                    Picker(words(field), selection: $profile[audienceOf: field]) {
                        ForEach(Audience.known, id: \.self) { Text(words($0)).tag($0) }
                    }
                    if let disclosure = profile.disclosure(of: field) { Text(disclosure).font(.caption) }
                }
            }
        }
    }
}

/// A photo with the progress of its upload.
private struct PhotoRow: View {
    let item: ProfilePhotos.Item
    let photos: ProfilePhotos
    let owner: UserID?
    @Environment(\.words) private var words

    var body: some View {
        HStack {
            picture.frame(width: 80, height: 80).clipShape(RoundedRectangle(cornerRadius: 12))
            VStack(alignment: .leading) {
                switch item.stage {
                case .sending: ProgressView()
                case .sent: Button(words(.makeFirst)) { photos.makePrimary(item.id) }
                case .failed(let failure):
                    FailureText(failure)
                    ActionButton(words(.tryAgain)) { await photos.retry(item.id) }
                }
                Button(words(.remove), role: .destructive) { photos.remove(item.id) }
            }
        }
        .buttonStyle(.borderless)
    }

    @ViewBuilder private var picture: some View {
        if case .sent(let photo) = item.stage, let owner {
            PhotoView(photo: photo.id, owner: owner)
        } else {
            PictureView(bytes: item.preview)
        }
    }
}
