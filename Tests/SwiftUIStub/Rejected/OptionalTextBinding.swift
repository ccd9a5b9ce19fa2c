// error: cannot convert value of type 'Binding<String?>' to expected argument type 'Binding<String>'
import SwiftUI

/// A text field for an optional text.
struct OptionalTextBinding: View {
    @State private var major: String?

    var body: some View { TextField("Major", text: $major) }
}
