// error: 'isFull' setter is inaccessible
import Observation
import SwiftUI

@MainActor @Observable final class CountModel {
    private(set) var isFull = false
}

/// A toggle for a property that only the model may set.
struct BindingToReadOnlyProperty: View {
    @Bindable var model: CountModel

    var body: some View { Toggle("Full", isOn: $model.isFull) }
}
