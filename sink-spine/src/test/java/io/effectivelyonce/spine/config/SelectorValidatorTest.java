package io.effectivelyonce.spine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.effectivelyonce.spine.select.Root;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class SelectorValidatorTest {
    private final SelectorValidator validator = SelectorValidator.startingAt(Root.HEADER, Root.VALUE);

    @Test
    void selectorsAndListsOfThemAreAccepted() {
        assertThatCode(() -> {
                    validator.ensureValid("event.id.from", "header.id");
                    validator.ensureValid("event.id.from", List.of("header.id", "value.`a.b`"));
                    validator.ensureValid("event.id.from", List.of());
                })
                .doesNotThrowAnyException();
    }

    @Test
    void whatIsNotSetIsLetPass() {
        assertThatCode(() -> {
                    validator.ensureValid("event.id.from", null);
                    validator.ensureValid("event.id.from", "");
                })
                .doesNotThrowAnyException();
    }

    @Test
    void aProblemHangsOnTheKeyWithItsPosition() {
        assertThatThrownBy(() -> validator.ensureValid("event.id.from", List.of("header.id", "value..id")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("event.id.from")
                .hasMessageContaining("position 7");
    }

    @Test
    void aStartThatMakesNoSenseHereIsRefused() {
        assertThatThrownBy(() -> validator.ensureValid("event.time.from", "timestamp"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("event.time.from")
                .hasMessageContaining("must start with value, header");
        assertThat(validator).hasToString("value, header");
    }

    @Test
    void aWordThatIsNoPlaceAtAllIsAnsweredWithThePlacesThatAreTakenHere() {
        assertThatThrownBy(() -> validator.ensureValid("version.from", "body.version"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must start with value, header")
                .hasMessageNotContaining("item");
    }
}
