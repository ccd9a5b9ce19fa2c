import Foundation
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Reputation
import SwiftUI
import Validation

/// The user's own profile, its gaps, and the user's standing.
struct ProfileView: View {
    let user: SignedInUser
    @Environment(AppModel.self) private var app
    @Environment(\.words) private var words

    var body: some View {
        List {
            if !user.profile.completeness.gaps.isEmpty {
                Section(words(.completeness)) {
                    ProgressView(value: Double(user.profile.completeness.percent), total: 100)
                    ForEach(user.profile.completeness.gaps) { gap in
                        Button(app.catalogue.message(for: gap)) { app.editProfile(at: gap.step ?? .basicInfo) }
                    }
                }
            }
            if let detail = user.ownCard { ProfileCard(detail: detail) }
            Section(words(.standing)) {
                LoadedContent(user.standing.reputation, empty: words.empty(.ownReputation)) { _ in
                    Text(user.standing.levelName).font(.headline)
                    ForEach(user.standing.reasons, id: \.self) { Text($0) }
                    if let step = user.standing.nextStep { Text(step) }
                }
            }
            Section {
                // A lost connection is repaired by itself, so this is not a failure.
                Text(words(user.connection)).foregroundStyle(.secondary)
                SignOutButton()
            }
        }
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button(words(.edit)) { app.editProfile() }
            }
        }
        .task { await user.standing.load() }
    }
}

/// A profile as a card: the photos, the header, and all lines that are shown.
struct ProfileCard: View {
    let detail: ProfileDetail
    @Environment(\.words) private var words

    var body: some View {
        Section {
            if detail.photos.count > 1 {
                ScrollView(.horizontal) {
                    HStack {
                        ForEach(detail.photos) { photo in
                            PhotoView(photo: photo.id, owner: detail.id)
                                .frame(width: 240, height: 320)
                                .clipShape(RoundedRectangle(cornerRadius: 12))
                        }
                    }
                }
            } else {
                Portrait(detail: detail).frame(height: 240).clipShape(RoundedRectangle(cornerRadius: 12))
            }
            Text(detail.name).font(.title2).bold()
            Text(
                [detail.age.map { String($0) }, detail.place, detail.major].compactMap(\.self).joined(separator: " · ")
            )
            .foregroundStyle(.secondary)
            if let bio = detail.bio { Text(bio) }
        }
        lines(words(.why), detail.reasons)
        lines(words(.difference), [detail.difference].compactMap(\.self))
        if !detail.chips.isEmpty {
            Section(words(.interests)) {
                LazyVGrid(columns: [GridItem(.adaptive(minimum: 110))], alignment: .leading, spacing: 8) {
                    ForEach(detail.chips, id: \.self) { Chip($0.label, isOn: $0.isShared) }
                }
            }
        }
        lines(words(.sports), detail.sports)
        lines(words(.goals), detail.goals)
        lines(words(.meeting), detail.socialStyle + [detail.hours].compactMap(\.self))
        if !detail.personality.isEmpty {
            Section(words(.personality)) {
                ForEach(detail.personality, id: \.self) { scale in
                    ProgressView(scale.label, value: scale.position)
                }
            }
        }
        lines(words(.networks), detail.handles.map { "\($0.network): \($0.name)" })
    }

    @ViewBuilder private func lines(_ title: String, _ lines: [String]) -> some View {
        if !lines.isEmpty {
            Section(title) {
                ForEach(lines, id: \.self) { Text($0) }
            }
        }
    }
}
