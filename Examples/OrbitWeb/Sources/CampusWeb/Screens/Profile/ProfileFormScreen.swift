import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles
import Validation

/// The five-step form of the profile.
@MainActor enum ProfileFormScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let profile = user.profile
        let step = ProfileStep(rawValue: visit.parameter("step")) ?? profile.step
        return PageScreen(
            visit.words(step), tab: visit.app.route == .profileSetup ? nil : .profile,
            [
                PageScreen.Region("steps", steps(of: profile, at: step, visit)),
                PageScreen.Region("conflicts", ProfileConflicts.view(profile, visit)),
                PageScreen.Region("form", form(of: profile, step, visit)),
            ])
    }

    /// The steps, with those that are complete.
    private static func steps(of profile: ProfileViewModel, at step: ProfileStep, _ visit: PageVisit) -> Markup {
        let items = ProfileStep.allCases.enumerated().map { index, other -> Markup in
            let isDone = profile.progress[other].isComplete
            let path = PagePath.to("profile", "edit", other.rawValue)
            return """
                <li class=\(isDone ? "done" : "open")><a href=\(path)\("aria-current=step", if: other == step)>\
                \(index + 1). \(visit.words(other))</a></li>
                """
        }
        let percent = profile.completeness.percent
        return """
            <ol class="steps">\(items)</ol>
            <p class="meta"><progress max="100" value=\(percent) aria-label=\(visit.word(.completeness))></progress>
            \(visit.word(.completenessPercent, ["count": .integer(percent)]))</p>
            """
    }

    private static func form(of profile: ProfileViewModel, _ step: ProfileStep, _ visit: PageVisit) -> Markup {
        let fields: Markup =
            switch step {
            case .basicInfo: ProfileBasics.fields(profile, visit)
            case .personality: ProfileScales.fields(profile, visit)
            case .interests: ProfileInterests.fields(profile, visit)
            case .socialPreferences: ProfileMeeting.fields(profile, visit)
            case .photos: ProfileAudiences.fields(profile, visit)
            }
        let photos = step == .photos ? ProfilePhotosView.view(profile, visit) : Markup.empty
        return """
            \(photos)
            \(visit.form(PagePath.to("profile", "edit", step.rawValue), "\(fields)\(buttons(profile, step, visit))"))
            \(leave(visit))
            """
    }

    private static func buttons(_ profile: ProfileViewModel, _ step: ProfileStep, _ visit: PageVisit) -> Markup {
        let isFirst = step == ProfileStep.allCases.first
        let isLast = step == ProfileStep.allCases.last
        let first = profile.fieldsEffectiveOnSave.map { field -> Markup in
            "<p class=\"notice\">\(profileMessage(field, visit))</p>"
        }
        var save = Markup.empty
        if isLast || visit.app.route != .profileSetup {
            let style = isLast ? "primary" : ""
            save = """
                \(first)<button name="go" value="save" class=\(style)\("disabled", if: profile.isSaving)>\
                \(visit.word(.save))</button>
                """
        }
        var next = Markup.empty
        if !isLast { next = "<button name=\"go\" value=\"next\" class=\"primary\">\(visit.word(.next))</button>" }
        var back = Markup.empty
        if !isFirst { back = "<button name=\"go\" value=\"back\">\(visit.word(.back))</button>" }
        return """
            \(visit.failure(profile.failure))
            <div class="actions">\(next)\(save)\(back)</div>
            """
    }

    private static func profileMessage(_ field: ProfileField, _ visit: PageVisit) -> String {
        visit.app.catalogue.message(forFirst: field)
    }

    /// The way out of the form: without saving, or by a sign-out before the profile is complete.
    private static func leave(_ visit: PageVisit) -> Markup {
        guard visit.app.route == .profileSetup else {
            return "<div class=\"actions\">\(visit.button(visit.word(.discardChanges), "/profile/discard"))</div>"
        }
        return "<div class=\"actions\">\(visit.button(visit.word(.signOut), "/sign-out"))</div>"
    }
}

/// The parts of the profile that were changed here and elsewhere.
@MainActor enum ProfileConflicts {
    static func view(_ profile: ProfileViewModel, _ visit: PageVisit) -> Markup {
        guard !profile.conflicts.isEmpty else { return .empty }
        let items = profile.conflicts.map { conflict -> Markup in
            let catalogue = visit.app.catalogue
            let fields = [("part", conflict.part.path)]
            return """
                <li class="card"><h3>\(catalogue.name(of: conflict.part))</h3>
                <dl class="facts">
                <dt>\(visit.word(.mine))</dt><dd>\(name: catalogue.list(conflict.mine, of: conflict.part))</dd>
                <dt>\(visit.word(.theirs))</dt><dd>\(name: catalogue.list(conflict.theirs, of: conflict.part))</dd>
                </dl>
                <div class="actions">
                \(visit.button(visit.word(.keepMine), "/profile/conflict", fields + [("side", "mine")]))
                \(visit.button(visit.word(.keepTheirs), "/profile/conflict", fields + [("side", "theirs")]))
                </div></li>
                """
        }
        return "<h2>\(visit.word(.conflictsTitle))</h2><ul class=\"list\">\(items)</ul>"
    }
}
