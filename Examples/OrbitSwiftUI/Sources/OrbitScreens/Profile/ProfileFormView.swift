import OrbitApp
import OrbitModels
import Presentation
import Profiles
import SwiftUI
import Validation

/// The five-step form of the profile, for a new account and for changes.
struct ProfileFormView: View {
    @Bindable var profile: ProfileViewModel
    @Environment(AppModel.self) private var app
    @Environment(\.words) private var words
    @State private var isConfirming = false

    var body: some View {
        NavigationStack {
            Form {
                steps
                ConflictSection(profile: profile)
                fields
                FailureText(profile.failure)
                buttons
            }
            .navigationTitle(words(profile.step))
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    if app.route == .profileEdit {
                        ActionButton(words(.discardChanges)) { await app.leaveEditing() }
                    } else {
                        SignOutButton()
                    }
                }
            }
            .confirmationDialog(words(.save), isPresented: $isConfirming) {
                ActionButton(words(.save)) { await app.saveProfile() }
            } message: {
                Text(profile.fieldsEffectiveOnSave.map { app.catalogue.message(forFirst: $0) }.joined(separator: " "))
            }
        }
    }

    /// The steps. A tap opens a step if the steps before it are complete.
    private var steps: some View {
        Section {
            ForEach(ProfileStep.allCases, id: \.self) { step in
                Button {
                    Task { await profile.go(to: step) }
                } label: {
                    Label(words(step), systemImage: profile.progress[step].isComplete ? "checkmark.circle" : "circle")
                        .fontWeight(step == profile.step ? .bold : .regular)
                }
            }
        } header: {
            ProgressView(value: Double(profile.completeness.percent), total: 100)
        }
    }

    @ViewBuilder private var fields: some View {
        switch profile.step {
        case .basicInfo: BasicInfoStep(profile: profile)
        case .personality: PersonalityStep(profile: profile)
        case .interests: InterestsStep(profile: profile)
        case .socialPreferences: MeetingStep(profile: profile)
        case .photos: PhotosStep(profile: profile, photos: profile.photos)
        }
    }

    private var buttons: some View {
        Section {
            if !profile.isLastStep {
                ActionButton(words(.next)) { await profile.next() }
            }
            if profile.isLastStep || app.route == .profileEdit {
                ActionButton(words(.save)) {
                    if profile.fieldsEffectiveOnSave.isEmpty {
                        await app.saveProfile()
                    } else {
                        isConfirming = true
                    }
                }
                .disabled(profile.isSaving)
            }
            if profile.step != ProfileStep.allCases.first {
                ActionButton(words(.back)) { await profile.back() }
            }
        }
    }
}

/// The parts of the profile that were changed here and elsewhere.
private struct ConflictSection: View {
    let profile: ProfileViewModel
    @Environment(AppModel.self) private var app
    @Environment(\.words) private var words

    var body: some View {
        if !profile.conflicts.isEmpty {
            Section(words(.conflictsTitle)) {
                ForEach(profile.conflicts) { conflict in
                    VStack(alignment: .leading) {
                        Text(app.catalogue.name(of: conflict.part)).font(.headline)
                        Text(app.catalogue.list(conflict.mine, of: conflict.part))
                        Button(words(.keepMine)) { profile.settle(conflict, with: .mine) }
                        Text(app.catalogue.list(conflict.theirs, of: conflict.part))
                        Button(words(.keepTheirs)) { profile.settle(conflict, with: .theirs) }
                    }
                }
            }
        }
    }
}
