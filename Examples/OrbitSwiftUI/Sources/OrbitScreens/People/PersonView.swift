import Chat
import Connections
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Reputation
import Safety
import SwiftUI

/// The sheet of a person: the button, the profile, the reputation, and ways to keep away.
struct PersonView: View {
    let model: PersonViewModel
    let user: SignedInUser
    @Environment(\.words) private var words
    @State private var note = PokeNote.hello
    @State private var isBlocking = false

    var body: some View {
        List {
            Section {
                action
                FailureText(model.failure)
            }
            LoadedContent(model.person, empty: words.empty(ListName(rawValue: "person"))) { _ in
                if let detail = model.detail { ProfileCard(detail: detail) }
            }
            if !model.standing.lines.isEmpty {
                Section(words(.standing)) {
                    ForEach(model.standing.lines, id: \.self) { Text($0) }
                }
            }
            keepAway
        }
        .navigationTitle(model.detail?.name ?? "")
        .task { await model.load() }
        .task { await model.standing.load() }
    }

    @ViewBuilder private var action: some View {
        switch model.action {
        case .available:
            Picker(words(.note), selection: $note) {
                ForEach(PokeNote.known, id: \.self) { Text(words($0)).tag($0) }
            }
            ActionButton(words(model.action)) { await model.connect(note: note) }
        case .answering:
            ActionButton(words(model.action)) { await model.connect() }
        case .sending, .waiting:
            Text(words(model.action)).foregroundStyle(.secondary)
        case .unavailable(let reason):
            Text(reason).foregroundStyle(.secondary)
        case .connected:
            match
        }
    }

    @ViewBuilder private var match: some View {
        Label(words(model.action), systemImage: "person.2.fill")
        if let origin = model.matchCard?.origin { Text(origin) }
        if let ending = model.matchCard?.ending {
            Text(ending)
            ActionButton(words(.keepMatch)) { await model.keepMatch() }
        }
        if let match = model.match { ChatButton(match: match, user: user) }
        ActionButton(words(.disconnect), role: .destructive) { await model.disconnect() }
    }

    private var keepAway: some View {
        // The type selects the property. The model has a function of the same name.
        let muted: MutedPerson? = model.mute
        return Section(words(.keepAway)) {
            if muted == nil {
                ActionButton(words(.mute)) { await model.mute(for: nil) }
            } else {
                ActionButton(words(.unmute)) { await model.unmute() }
            }
            if !model.isBlocked {
                Button(words(.block), role: .destructive) { isBlocking = true }
                    .disabled(model.isBlocking)
                    .confirmationDialog(words(.block), isPresented: $isBlocking) {
                        ActionButton(words(.block), role: .destructive) { await model.block() }
                    }
            }
        }
    }
}

/// A button that opens the conversation with a match.
struct ChatButton: View {
    let match: Match
    let user: SignedInUser
    @Environment(\.words) private var words

    var body: some View {
        ActionButton(words(.openChat)) {
            guard let model = await user.chat?.conversation(of: match) else { return }
            user.navigation.push(.conversation(model.id))
        }
        FailureText(user.chat?.conversations.failure)
    }
}
